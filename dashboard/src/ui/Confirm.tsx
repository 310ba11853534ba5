/** Asks before what cannot be taken back. Shows the same as curl and as a command line. */
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { asCli, asCurl, type Action } from "~/api/actions";
import { Button } from "./Button";
import { Copyable } from "./Copy";
import { Dialog } from "./Dialog";

interface Ask {
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  action?: Action;
  onConfirm: () => void | Promise<unknown>;
}

let asked: Ask | null = null;
const watchers = new Set<() => void>();

export function ask(next: Ask | null): void {
  asked = next;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function Confirm() {
  const current = useSyncExternalStore(subscribe, () => asked);
  return current && <Asked key={current.title} {...current} />;
}

function Asked({ title, children, confirm, danger, action, onConfirm }: Ask) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      ask(null);
    }
  };
  const footer = (
    <>
      <Button onClick={() => ask(null)}>Cancel</Button>
      <Button look={danger ? "danger" : "primary"} busy={busy} onClick={go} autoFocus>{confirm}</Button>
    </>
  );
  return (
    <Dialog title={title} onClose={() => ask(null)} footer={footer}>
      <div className="space-y-3">
        {children}
        {action && <AsCommands action={action} />}
      </div>
    </Dialog>
  );
}

export function AsCommands({ action }: { action: Action }) {
  const cli = asCli(action);
  return (
    <details className="text-xs">
      <summary className="text-muted hover:text-text">The same from a terminal</summary>
      <div className="mt-2 space-y-2">
        {cli && <Copyable text={cli} />}
        <Copyable text={asCurl(action)} />
      </div>
    </details>
  );
}
