import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

export interface MenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}
export type Entry = MenuItem | "line";

interface Props {
  button: ReactNode;
  label: string;
  /** Asked for when the menu opens: most menus of a list never do. */
  entries: () => Entry[];
  className?: string;
}

/** A button that opens a list of actions; arrows move, Escape closes. */
export function Menu({ button, label, entries, className = "" }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <div className="inline-flex">
      <button ref={trigger} type="button" aria-haspopup="menu" aria-expanded={open} aria-controls={open ? id : undefined} aria-label={label} title={label} onClick={() => setOpen(!open)} className={className}>
        {button}
      </button>
      {open && <Opened id={id} label={label} entries={entries()} trigger={trigger.current!} onClose={() => setOpen(false)} />}
    </div>
  );
}

const GAP_PX = 4;

/** In the top layer, so that neither a row nor a panel cuts it off; under its button, or above where there is no room. */
function Opened({ id, label, entries, trigger, onClose }: { id: string; label: string; entries: Entry[]; trigger: HTMLElement; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = menu.current!;
    box.showPopover();
    place(box, trigger);
    items(box)[0]?.focus({ preventScroll: true });
  }, [trigger]);
  useEffect(() => {
    const away = (event: Event) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !trigger.contains(target)) onClose();
    };
    // A page that still scrolls takes the menu along; it goes when its button does.
    const follow = () => (inSight(trigger) ? place(menu.current!, trigger) : onClose());
    document.addEventListener("mousedown", away);
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("mousedown", away);
      window.removeEventListener("scroll", follow);
      window.removeEventListener("resize", follow);
    };
  }, [trigger, onClose]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      event.stopPropagation();
      onClose();
      trigger.focus();
    } else if (step) {
      event.preventDefault();
      const all = items(menu.current!);
      all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
    }
  };
  return (
    <div ref={menu} id={id} popover="manual" role="menu" aria-label={label} onKeyDown={move} className="fixed inset-auto m-0 min-w-48 rounded-lg border bg-surface p-1 text-text shadow-pop">
      {entries.map((entry, index) =>
        entry === "line" ? (
          <div key={index} role="separator" className="my-1 border-t" />
        ) : (
          <button
            key={entry.label}
            type="button"
            role="menuitem"
            disabled={entry.disabled}
            onClick={() => {
              onClose();
              entry.onSelect();
            }}
            className={`flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left whitespace-nowrap hover:bg-hover focus:bg-hover focus:outline-none disabled:opacity-45 ${entry.danger ? "text-bad" : ""}`}
          >
            {entry.icon ? <Icon name={entry.icon} size={14} /> : <span className="w-3.5" />}
            {entry.label}
          </button>
        ),
      )}
    </div>
  );
}

function place(box: HTMLElement, trigger: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const below = at.bottom + GAP_PX + box.offsetHeight <= window.innerHeight;
  box.style.top = `${below ? at.bottom + GAP_PX : Math.max(GAP_PX, at.top - GAP_PX - box.offsetHeight)}px`;
  box.style.left = `${Math.max(GAP_PX, Math.min(at.right, window.innerWidth - GAP_PX) - box.offsetWidth)}px`;
}

function inSight(trigger: HTMLElement): boolean {
  const { top, bottom } = trigger.getBoundingClientRect();
  return trigger.isConnected && bottom > 0 && top < window.innerHeight;
}

const items = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
