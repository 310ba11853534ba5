import { useEffect, useState } from "react";
import { logs } from "~/api/queries";
import type { LogLine } from "~/api/types";

const LOOK_EVERY_MS = 2_000;
const AFTER_END_MS = 4_000;

/** The lines so far, and more as they come until the run has ended; rests while the tab is hidden. */
export function useLogs(id: string, runs: boolean): { lines: LogLine[]; fault: unknown; loaded: boolean } {
  const [lines, setLines] = useState<LogLine[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let after = "0:0";
    let timer = 0;
    let over = false;
    let last = !runs;
    const look = async () => {
      if (document.hidden) return again();
      try {
        const found = await logs(id, after);
        if (over) return;
        const end = found.items.at(-1);
        if (end) {
          after = `${end.attempt}:${end.line}`;
          setLines((before) => [...before, ...found.items]);
        }
        setLoaded(true);
        setFault(null);
        // The last lines may reach the tables a moment after the end does.
        if (found.ended && last) return;
        last = found.ended;
      } catch (problem) {
        setFault(problem);
      }
      again();
    };
    const again = () => {
      if (!over) timer = window.setTimeout(() => void look(), last ? AFTER_END_MS : LOOK_EVERY_MS);
    };
    setLines([]);
    setLoaded(false);
    void look();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [id]);
  return { lines, fault, loaded };
}
