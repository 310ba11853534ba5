/** One clock for the page: everything that shows a relative time moves together. Rests while the tab is hidden. */
import { useSyncExternalStore } from "react";

let now = Date.now();
let timer = 0;
const watchers = new Set<() => void>();

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (!timer) timer = window.setInterval(tick, 1_000);
  return () => {
    watchers.delete(watcher);
    if (!watchers.size) {
      window.clearInterval(timer);
      timer = 0;
    }
  };
}

export const SECOND = 1_000;
/** For what does not change any more: it is never drawn again for the clock's sake. */
export const STILL = Infinity;
const unwatched = () => () => {};

/** Now, to the second; with a coarser step whoever asks is drawn again less often. */
export function useNow(stepMs = SECOND): number {
  const still = stepMs === STILL;
  return useSyncExternalStore(still ? unwatched : subscribe, () => (still ? 0 : Math.floor(now / stepMs) * stepMs));
}
