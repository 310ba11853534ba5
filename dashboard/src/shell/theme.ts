/** Light or dark: the system's, until a person chooses. */
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
const KEY = "tickwheel.theme";
const watchers = new Set<() => void>();
const system = matchMedia("(prefers-color-scheme: dark)");

const current = (): Theme => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const watcher of watchers) watcher();
}

system.addEventListener("change", () => {
  if (!localStorage.getItem(KEY)) show(system.matches ? "dark" : "light");
});

export function toggleTheme(): void {
  const next: Theme = current() === "dark" ? "light" : "dark";
  try {
    // The system's own choice is not kept: it may change at dusk.
    if (next === (system.matches ? "dark" : "light")) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Only for this visit, then.
  }
  show(next);
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
