/** Bulk operations: count first, begin, then tell how far it is until it ends. */
import { changeToast, closeToast, showToast } from "~/ui/Toast";
import { bulk, type Bulk } from "./actions";
import { act } from "./useAct";
import { queries } from "./client";
import { call } from "./http";
import type { Operation } from "./types";

const LOOK_EVERY_MS = 1_500;

interface Counted {
  count?: number;
  total?: number;
  total_is_exact?: boolean;
}

export async function countBulk(what: Bulk): Promise<{ count: number; exact: boolean } | undefined> {
  try {
    const action = bulk(what, true);
    const found = await call<Counted>(action.path, action);
    return { count: found.total ?? found.count ?? 0, exact: found.total_is_exact ?? true };
  } catch (fault) {
    showToast({ tone: "bad", text: "Refused", detail: fault instanceof Error ? fault.message : String(fault) });
    return undefined;
  }
}

/** Begins it and returns when it has begun, or throws if it was refused; the toast follows it to its end. */
export async function beginBulk(what: Bulk, label: string, count: number, noun: string): Promise<void> {
  const begun = await act<Operation>(bulk(what, false));
  void follow(begun.operation_id, `${label} ${count.toLocaleString("en-US")} ${noun}`, count);
}

async function follow(id: string, title: string, count: number): Promise<void> {
  const toast = showToast({ tone: "run", text: title, detail: `0 of ${count.toLocaleString("en-US")}` }, 0);
  for (;;) {
    const now = await call<Operation>(`/api/v1/operations/${id}`).catch(() => undefined);
    if (now && now.status !== "RUNNING") return ended(toast, title, now);
    if (now?.lost) return changeToast(toast, { tone: "bad", detail: "The API process that did it is gone; do it again for the rest." });
    if (now) changeToast(toast, { detail: `${(now.done + now.refused).toLocaleString("en-US")} of ${count.toLocaleString("en-US")}` });
    await new Promise((resolve) => window.setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function ended(toast: number, title: string, operation: Operation): void {
  const refused = operation.refused ? `, ${operation.refused} refused: ${operation.last_refusal ?? ""}` : "";
  const good = operation.status === "COMPLETED" && !operation.refused;
  changeToast(toast, { tone: good ? "ok" : "bad", text: title, detail: `${operation.done} done${refused}` });
  for (const family of ["jobs", "executions", "dead-letters", "summary"]) void queries.invalidateQueries({ queryKey: [family] });
  window.setTimeout(() => closeToast(toast), good ? 5_000 : 12_000);
}
