/** Short words on what was done or refused, with an undo where there is one. */
import { useSyncExternalStore } from "react";
import { IconButton } from "./Button";
import { Dot } from "./Status";

export interface Toast {
  id: number;
  tone: "ok" | "bad" | "run";
  text: string;
  detail?: string;
  /** Word and deed of the one button. */
  act?: { label: string; run: () => void };
}

let toasts: Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

function set(next: Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function changeToast(id: number, change: Partial<Omit<Toast, "id">>): void {
  set(toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)));
}

/** Stays for `forMs`; 0: until it is closed. */
export function showToast(toast: Omit<Toast, "id">, forMs = toast.tone === "bad" ? 9_000 : 4_500): number {
  const id = ++lastId;
  set([...toasts.slice(-3), { ...toast, id }]);
  if (forMs) window.setTimeout(() => closeToast(id), forMs);
  return id;
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const STATUS = { ok: "COMPLETED", bad: "FAILED", run: "RUNNING" };

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div aria-live="polite" role="region" aria-label="Messages" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2">
      {shown.map((toast) => (
        <div key={toast.id} data-toast={toast.tone} role={toast.tone === "bad" ? "alert" : "status"} className="pointer-events-auto flex w-full max-w-sm items-start gap-2.5 rounded-lg border bg-surface py-2.5 pr-2 pl-3.5 shadow-pop">
          <Dot status={STATUS[toast.tone]} className="mt-1.5" />
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{toast.text}</p>
            {toast.detail && <p className="text-xs break-words text-muted">{toast.detail}</p>}
          </div>
          {toast.act && (
            <button type="button" onClick={toast.act.run} className="h-6 rounded px-2 text-xs font-semibold text-accent hover:bg-hover">{toast.act.label}</button>
          )}
          <IconButton label="Close" icon="close" size={13} className="size-6!" onClick={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
