import { useEffect, useState } from "react";
import { call } from "~/api/http";
import type { JobSpec, Validation } from "~/api/types";

export const AFTER_MS = 600;

/** What the server would say to it, a moment after the last key. */
export function useValidation(spec: JobSpec, ready: boolean, existing?: string): { found?: Validation; asking: boolean; fault?: unknown } {
  const [found, setFound] = useState<Validation>();
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const text = JSON.stringify(spec);
  useEffect(() => {
    if (!ready) {
      setFound(undefined);
      return;
    }
    setAsking(true);
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      call<Validation>("/api/v1/jobs:validate", { method: "POST", query: { existing }, body: JSON.parse(text), signal: abort.signal })
        .then((answer) => {
          setFound(answer);
          setFault(undefined);
        }, (problem: unknown) => !abort.signal.aborted && setFault(problem))
        .finally(() => !abort.signal.aborted && setAsking(false));
    }, AFTER_MS);
    return () => {
      abort.abort();
      window.clearTimeout(timer);
    };
  }, [text, ready, existing]);
  return { found, asking, fault };
}
