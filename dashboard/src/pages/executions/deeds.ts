/** What can be done with an execution, from the list and from its page alike. */
import { createElement } from "react";
import { cancelExecution, retryExecution } from "~/api/actions";
import { showExecution } from "~/api/optimistic";
import type { Decision, ExecutionRow } from "~/api/types";
import { act } from "~/api/useAct";
import { useMay } from "~/shell/session";
import type { Deed } from "~/ui/ActionMenu";
import { ask } from "~/ui/Confirm";

const quiet = () => undefined;
const LIVE = new Set(["PENDING", "QUEUED", "RUNNING", "PENDING_RETRY"]);

export const isLive = (row: { status: string }): boolean => LIVE.has(row.status);

export function retry(row: ExecutionRow): Promise<Decision | undefined> {
  return act(retryExecution(row.execution_id), { done: `${row.job_name} runs again`, refresh: ["executions"] }).catch(quiet);
}

export function cancel(row: ExecutionRow): void {
  const action = cancelExecution(row.execution_id);
  ask({
    title: `Cancel this run of ${row.job_name}?`,
    confirm: "Cancel the run",
    danger: true,
    action,
    children: createElement("p", null, row.status === "RUNNING" ? "Its handler is told to stop. What it has done by then stays done." : "It will not start."),
    onConfirm: () =>
      act(action, { done: "Cancelled", optimistic: () => showExecution(row.execution_id, { status: "CANCELLED" }), refresh: ["executions"] }).catch(quiet),
  });
}

export function useExecutionDeeds(row: ExecutionRow): Deed[] {
  const manages = useMay("manage");
  const runs = useMay("run");
  return [
    { label: "Retry", icon: "retry", action: retryExecution(row.execution_id), disabled: !runs || row.status !== "FAILED", run: () => void retry(row) },
    { label: "Cancel", icon: "stop", danger: true, action: cancelExecution(row.execution_id), disabled: !manages || !isLive(row), run: () => cancel(row) },
  ];
}
