/** Whether times are told as "3 min ago" or as 14:03:07: the viewer's choice, kept in this browser. */
import { useSyncExternalStore } from "react";

export type TimeStyle = "relative" | "absolute";
const KEY = "tickwheel.times";
const watchers = new Set<() => void>();
let style: TimeStyle = read();

function read(): TimeStyle {
  try {
    return localStorage.getItem(KEY) === "absolute" ? "absolute" : "relative";
  } catch {
    return "relative";
  }
}

export function toggleTimeStyle(): void {
  style = style === "relative" ? "absolute" : "relative";
  try {
    localStorage.setItem(KEY, style);
  } catch {
    // Only for this visit, then.
  }
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useTimeStyle = (): TimeStyle => useSyncExternalStore(subscribe, () => style);
