import { useEffect, useRef, type ReactNode } from "react";
import { IconButton } from "./Button";

/** The browser's own modal: it traps focus, closes on Escape and gives focus back. */
export function Dialog({ title, onClose, children, footer, wide = false }: {
  title: string; onClose: () => void; children: ReactNode; footer?: ReactNode; wide?: boolean;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === element.current && onClose()}
      className={`w-[calc(100%-2rem)] rounded-xl border bg-surface p-0 text-text shadow-pop backdrop:bg-black/40 ${wide ? "max-w-2xl" : "max-w-md"}`}
    >
      <header className="flex items-center justify-between gap-4 border-b py-2.5 pr-2.5 pl-4">
        <h2 className="font-semibold">{title}</h2>
        <IconButton label="Close" icon="close" onClick={onClose} />
      </header>
      <div className="max-h-[70vh] overflow-y-auto p-4">{children}</div>
      {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-sunken/60 px-4 py-3">{footer}</footer>}
    </dialog>
  );
}
