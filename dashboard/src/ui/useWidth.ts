import { useSyncExternalStore } from "react";

const STEPS = { sm: 640, md: 860, lg: 1100, xl: 1360, xxl: 1640 } as const;
export type Step = keyof typeof STEPS;

const subscribe = (watcher: () => void) => {
  window.addEventListener("resize", watcher);
  return () => window.removeEventListener("resize", watcher);
};

/** The widest step that the window reaches: 0 is a phone. */
export function useWidth(): number {
  return useSyncExternalStore(subscribe, () => Object.values(STEPS).filter((px) => window.innerWidth >= px).length);
}

export const reaches = (width: number, step: Step | undefined): boolean =>
  !step || width > Object.keys(STEPS).indexOf(step);
