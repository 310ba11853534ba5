/** Keys that work everywhere outside of inputs: single ones, and pairs that begin with g. */
import { useEffect, useRef } from "react";

const PAIR_MS = 900;

export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return Boolean(element?.closest?.("input, textarea, select, [contenteditable=true], .cm-editor"));
}

/** Keys that press what has the focus: they are never taken from a button, a link or a tick box. */
const PRESSES = new Set(["Enter", " "]);
const isPressed = (event: KeyboardEvent): boolean =>
  PRESSES.has(event.key) && Boolean((event.target as HTMLElement | null)?.closest?.("a, button, summary, [role=menuitem], [role=option]"));

export type Keys = Record<string, (event: KeyboardEvent) => void>;

/** `{"j": next, "g j": toJobs}`. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let prefix = "";
    let at = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isPressed(event)) return;
      if (document.querySelector("dialog[open]") || event.defaultPrevented) return;
      const pair = prefix && Date.now() - at < PAIR_MS ? `${prefix} ${event.key}` : "";
      const run = current.current[pair] ?? current.current[event.key];
      prefix = event.key === "g" ? "g" : "";
      at = Date.now();
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
