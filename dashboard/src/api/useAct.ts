/** Does an action: shows it as done at once, takes it back if it is refused, and says which. */
import { useCallback, useState } from "react";
import { showToast } from "~/ui/Toast";
import type { Action } from "./actions";
import { queries } from "./client";
import { call, Problem } from "./http";
import type { Shown } from "./optimistic";
import { announce, type Family } from "./read";
import type { Decision } from "./types";

interface Options {
  /** Said when it is done. */
  done?: string;
  /** What the page should show at once; how to take it back comes with it. */
  optimistic?: () => Shown;
  /** What to read again afterwards. */
  refresh?: Family[];
}

export async function act<T = Decision>(action: Action, { done, optimistic, refresh = [] }: Options = {}): Promise<T> {
  const shown = optimistic?.();
  try {
    const answer = await call<T>(action.path, action);
    shown?.settle();
    const token = (answer as Partial<Decision> | undefined)?.offset ?? "";
    for (const family of refresh) {
      announce(family, token);
      void queries.invalidateQueries({ queryKey: [family] });
    }
    if (done) showToast({ tone: "ok", text: done });
    return answer;
  } catch (fault) {
    shown?.takeBack();
    showToast({ tone: "bad", text: "Refused", detail: fault instanceof Error ? fault.message : String(fault) });
    throw fault;
  }
}

/** The same with a flag for the button, and without throwing: the person has been told. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const run = useCallback(async <T = Decision>(action: Action, options?: Options): Promise<T | undefined> => {
    setBusy(true);
    try {
      return await act<T>(action, options);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      return undefined;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
