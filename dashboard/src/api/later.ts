/** Things that can still be taken back: shown as done, sent some seconds later, or never if the person thinks again. */
import type { Shown } from "./optimistic";
import { changeToast, closeToast, showToast } from "~/ui/Toast";

const UNDO_MS = 7_000;
const waiting = new Set<() => Promise<void>>();

interface Later {
  text: string;
  /** Shows it as done. */
  show: () => Shown;
  send: () => Promise<unknown>;
}

export function later({ text, show, send }: Later): void {
  const shown = show();
  const toast = showToast({ tone: "run", text, detail: `Sent in ${UNDO_MS / 1_000} s`, act: { label: "Undo", run: () => undo() } }, 0);
  const began = Date.now();
  const countdown = window.setInterval(() => changeToast(toast, { detail: `Sent in ${Math.max(1, Math.ceil((began + UNDO_MS - Date.now()) / 1_000))} s` }), 1_000);
  const end = () => {
    window.clearInterval(countdown);
    window.clearTimeout(timer);
    waiting.delete(now);
    closeToast(toast);
  };
  const undo = () => {
    end();
    shown.takeBack();
  };
  const now = () => {
    end();
    return send().then(shown.settle, shown.takeBack);
  };
  const timer = window.setTimeout(() => void now(), UNDO_MS);
  waiting.add(now);
}

/** Whoever closes the tab or signs out meant what they clicked. */
export async function sendNow(): Promise<void> {
  await Promise.all([...waiting].map((send) => send()));
}

window.addEventListener("pagehide", () => void sendNow());
