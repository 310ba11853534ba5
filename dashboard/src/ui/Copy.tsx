import { useState } from "react";
import { Icon } from "./Icon";

/** The clipboard of browsers works on HTTPS and localhost only; elsewhere the old way does. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    window.setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
      aria-label={done ? "Copied" : label}
      title={done ? "Copied" : label}
      className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
    >
      <Icon name={done ? "check" : "copy"} size={13} />
    </button>
  );
}

export function Copyable({ text }: { text: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-0.5 font-mono text-xs break-words whitespace-pre-wrap">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}

/** An id, short; whole on hover and when copied. */
export function Id({ id, whole = false }: { id: string; whole?: boolean }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs" title={id}>
      {whole ? id : id.slice(0, 8)}
      <CopyButton text={id} label="Copy the id" />
    </span>
  );
}
