/** What an event of the journal makes of a row that is already on the page: shown at once, before the tables are asked again. */
import type { ExecutionRow, ExecutionStatus, JobRow, JournalEvent, Worker } from "~/api/types";

export function instant(ms: unknown): string | null {
  return typeof ms === "number" && ms > 0 ? new Date(ms).toISOString() : null;
}

const STATUS: Record<string, ExecutionStatus> = {
  ExecutionCreated: "PENDING",
  ExecutionWaiting: "PENDING",
  ExecutionUnblocked: "PENDING",
  ExecutionDispatched: "QUEUED",
  AttemptClaimed: "RUNNING",
  AttemptReleased: "PENDING",
  AttemptDeferred: "PENDING",
  AttemptFailed: "PENDING_RETRY",
  ExecutionCompleted: "COMPLETED",
  ExecutionFailed: "FAILED",
  ExecutionCancelled: "CANCELLED",
  ExecutionSkipped: "SKIPPED",
};
const ENDS = new Set(["ExecutionCompleted", "ExecutionFailed", "ExecutionCancelled", "ExecutionSkipped"]);

export function statusAfter(type: string, event: JournalEvent): ExecutionStatus | undefined {
  if (type === "AttemptLost") return event.retry_at_ms ? "PENDING_RETRY" : undefined;
  return STATUS[type];
}

export function patchExecution(row: ExecutionRow, type: string, event: JournalEvent): ExecutionRow {
  const status = statusAfter(type, event);
  if (!status) return row;
  const at = instant(event.at_ms) ?? row.updated_at;
  if (at < row.updated_at) return row;
  return { ...row, status, updated_at: at, attempt: event.attempt || row.attempt, ...details(type, event, at) };
}

function details(type: string, event: JournalEvent, at: string): Partial<ExecutionRow> {
  const worker = event.worker_id as string | undefined;
  const change: Partial<ExecutionRow> = {};
  if (worker) change.worker_id = worker;
  if (type === "AttemptClaimed") change.started_at = instant(event.starts_at_ms);
  if (type === "ExecutionWaiting" || type === "AttemptDeferred") change.waiting_reason = String(event.reason ?? "");
  if (type === "AttemptFailed") change.not_before = instant(event.retry_at_ms);
  if (type === "AttemptFailed" || type === "ExecutionFailed") {
    change.failure_kind = String(event.kind ?? "");
    change.error_class = String(event.error_class ?? "");
    change.error_message = String(event.error_message ?? "");
  }
  if (ENDS.has(type)) {
    change.finished_at = instant(event.finished_at_ms) ?? at;
    const started = instant(event.started_at_ms);
    if (started) change.started_at = started;
  }
  return change;
}

/** The row of an execution that did not exist a moment ago. Its owner is not in the event; the next read tells it. */
export function newExecution(event: JournalEvent): ExecutionRow {
  const at = instant(event.at_ms)!;
  const text = (name: string) => String(event[name] ?? "");
  return {
    execution_id: event.execution_id ?? "", job_id: event.job_id, job_name: text("job_name"), owner: "",
    handler: text("handler"), queue: text("queue"), priority: Number(event.priority ?? 50), status: "PENDING",
    origin: text("origin"), attempt: 0, worker_id: null, waiting_reason: null, due_at: instant(event.due_ms) ?? at,
    not_before: instant(event.due_ms), started_at: null, finished_at: null, failure_kind: null, error_class: null,
    error_message: null, backfill_id: text("backfill_id") || null, retry_of: text("retry_of") || null,
    created_at: at, updated_at: at,
  };
}

export function patchJob<Row extends JobRow>(row: Row, type: string, event: JournalEvent): Row {
  const at = instant(event.at_ms) ?? row.updated_at;
  if (at < row.updated_at) return row;
  const change: Partial<JobRow> = { status: event.job_status, updated_at: at };
  if ("next_due_ms" in event) change.next_due_at = instant(event.next_due_ms);
  if (type === "JobPaused") Object.assign(change, { paused_at: at, pause_reason: String(event.reason ?? ""), next_due_at: null });
  if (type === "JobResumed") Object.assign(change, { paused_at: null, pause_reason: null });
  if (ENDS.has(type)) {
    change.last_execution_id = event.execution_id ?? null;
    change.last_status = STATUS[type] ?? null;
    change.last_finished_at = instant(event.finished_at_ms) ?? at;
  }
  return { ...row, ...change };
}

/** A heartbeat says all that a worker's row says. */
export function patchWorker(row: Worker, beat: Record<string, unknown>): Worker {
  const { slots, running, held, credit, draining, cpu_milli, memory_mib, labels, handlers } = beat as unknown as Worker;
  const seen = instant(beat.sent_at_ms) ?? row.last_seen_at;
  return {
    ...row, slots, running, held, credit, draining, cpu_milli, memory_mib, labels, handlers,
    last_seen_at: seen, live: true, status: draining ? "DRAINING" : "ACTIVE",
  };
}
