import { useEffect, useMemo, useState } from "react";

/** Ticked rows, or everything that the filter finds, loaded or not. */
export function useSelection(keys: string[], filterKey: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [matching, setMatching] = useState(false);
  const clear = () => {
    setTicked(new Set());
    setMatching(false);
  };
  // A selection is of what the filter found: another filter, another selection.
  useEffect(clear, [filterKey]);
  const all = keys.length > 0 && (matching || keys.every((key) => ticked.has(key)));
  const table = useMemo(
    () => ({
      has: (key: string) => matching || ticked.has(key),
      toggle: (key: string) => {
        const base = new Set(matching ? keys : ticked);
        if (!base.delete(key)) base.add(key);
        setMatching(false);
        setTicked(base);
      },
      all,
      toggleAll: () => {
        setMatching(false);
        setTicked(all ? new Set() : new Set(keys));
      },
    }),
    [ticked, matching, keys, all],
  );
  return { table, ids: [...ticked], matching, selectMatching: () => setMatching(true), clear, count: matching ? keys.length : ticked.size, all };
}
export type Selected = ReturnType<typeof useSelection>;
