/** Rows as the API answers them. Bodies come from the OpenAPI document; rows are open objects there, so they are named here. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type WaysIn = Schemas["WaysIn"];
export type JobSpec = Schemas["JobSpec"];
export type Decision = Schemas["Decision"];
export type BulkAction = Schemas["BulkBody"]["action"];
export type NextRun = Schemas["NextRun"];
export type DeadLetterGroup = Schemas["DeadLetterGroup"];
export type AuditRow = Schemas["AuditEntry"];
export type PastCalendar = Schemas["PastCalendar"];
export type HourOutcomes = Schemas["HourOutcomes"];
export type UpcomingCalendar = Schemas["UpcomingCalendar"];
export type TimelineAttempt = Schemas["TimelineAttempt"];
export type TimelineAnswer = Schemas["Timeline"];
export type Graph = Schemas["Graph"];
export type GraphNode = Schemas["GraphNode"];
export type JobChanges = Schemas["JobChanges"];
export type Difference = Schemas["Difference"];
export type Throughput = Schemas["Throughput"];
export type Validation = Schemas["Validation"];

export * from "./jobTypes";

export type JobStatus = "SCHEDULED" | "QUEUED" | "RUNNING" | "PAUSED" | "COMPLETED" | "FAILED" | "DELETED";
export type ExecutionStatus =
  | "PENDING" | "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "PENDING_RETRY" | "CANCELLED" | "DEDUPLICATED" | "SKIPPED";
export type AttemptStatus = ExecutionStatus | "LOST" | "RELEASED" | "DEFERRED";

export const JOB_STATUSES: JobStatus[] = ["SCHEDULED", "QUEUED", "RUNNING", "PAUSED", "COMPLETED", "FAILED", "DELETED"];
export const EXECUTION_STATUSES: ExecutionStatus[] = [
  "PENDING", "QUEUED", "RUNNING", "PENDING_RETRY", "COMPLETED", "FAILED", "CANCELLED", "SKIPPED",
];
export const ORIGINS = ["schedule", "catch_up", "one_off", "trigger", "dependency", "backfill", "retry"];
export const WHEN_KINDS = ["cron", "interval", "at", "delay", "now", "manual"];

export interface Page<Row> {
  items: Row[];
  next: string | null;
  total?: number;
  total_is_exact?: boolean;
}
export interface Items<Row> {
  items: Row[];
}

export interface Me {
  name: string;
  role: "user" | "admin";
  kind: string;
  may: ("view" | "run" | "manage" | "operate")[];
  csrf_token: string;
}

export interface ExecutionRow {
  execution_id: string;
  job_id: string;
  job_name: string;
  owner: string;
  handler: string;
  queue: string;
  priority: number;
  status: ExecutionStatus;
  origin: string;
  attempt: number;
  worker_id: string | null;
  waiting_reason: string | null;
  due_at: string;
  not_before: string | null;
  started_at: string | null;
  finished_at: string | null;
  failure_kind: string | null;
  error_class: string | null;
  error_message: string | null;
  backfill_id: string | null;
  retry_of: string | null;
  created_at: string;
  updated_at: string;
}

export interface Attempt {
  attempt: number;
  status: AttemptStatus;
  worker_id: string | null;
  dispatched_at: string | null;
  not_before: string | null;
  claimed_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  failure_kind: string | null;
  error_class: string | null;
  error_message: string | null;
  traceback: string | null;
  recall_reason: string | null;
}

export interface Execution extends ExecutionRow {
  occurrence: string;
  scheduled_at: string | null;
  waits_for: string;
  recall_reason: string | null;
  result: unknown;
  payload: unknown;
  dedup_key: string | null;
  chain: string[] | null;
  progress: number | null;
  progress_message: string | null;
  attempts: Attempt[];
}

export interface Why {
  status: ExecutionStatus;
  why: string;
  overdue_ms: number;
  waits_for: string;
  due_at: string;
  not_before: string | null;
  queue: string;
}

export interface LogLine {
  attempt: number;
  line: number;
  logged_at: string;
  level: "debug" | "info" | "warning" | "error";
  message: string;
  fields: Record<string, unknown> | null;
  dropped: number | null;
}

export interface DeadLetter {
  execution_id: string;
  job_id: string;
  job_name: string;
  owner: string;
  handler: string;
  queue: string;
  origin: string;
  due_at: string;
  attempts: number;
  failure_kind: string;
  error_class: string;
  error_message: string;
  failed_at: string;
  status: "OPEN" | "REDRIVEN" | "DISMISSED" | "EXPIRED";
  resolved_at: string | null;
  resolved_by: string | null;
  new_execution_id: string | null;
}

export type WorkerStatus = "ACTIVE" | "DRAINING" | "STOPPED" | "LOST";
export interface Worker {
  worker_id: string;
  instance: string;
  hostname: string;
  address: string;
  version: string;
  queue: string;
  labels: Record<string, string>;
  handlers: string[];
  slots: number;
  running: number;
  held: number;
  credit: number;
  cpu_milli: number;
  memory_mib: number;
  draining: boolean;
  lease_ms: number;
  started_at: string;
  last_seen_at: string;
  stopped_at: string | null;
  stop_reason: string | null;
  live: boolean;
  status: WorkerStatus;
}

export interface Handler {
  handler: string;
  kind: string;
  description: string;
  payload_schema: Record<string, unknown> | null;
  live_workers: number;
  breaker: "closed" | "open" | "half_open" | null;
  calls: number | null;
  failures: number | null;
  mean_duration_ms: number | null;
  p95_duration_ms: number | null;
  workers_needed: number | null;
  retry_at: string | null;
}

export interface Queue {
  queue: string;
  pending: number;
  queued: number;
  running: number;
  pending_retry: number;
  oldest_due_at: string | null;
  workers: number;
  slots: number;
  busy_slots: number;
}

export interface Summary {
  jobs: Partial<Record<JobStatus, number>>;
  executions: Partial<Record<ExecutionStatus, number>>;
  queue_depth: number;
  running: number;
  last_hour: { completed: number; failed: number; cancelled: number; skipped: number };
  throughput: { minute: string; completed: number; failed: number }[];
  dead_letters: number;
  workers: { live: number; slots: number; busy_slots: number; draining: number };
}

export interface Operation {
  operation_id: string;
  action: string;
  status: "RUNNING" | "COMPLETED" | "FAILED";
  done: number;
  refused: number;
  last_refusal: string | null;
  lost?: boolean;
}


export interface User {
  name: string;
  role: "user" | "admin";
  disabled?: boolean;
  disabled_at?: string | null;
  created_at: string;
}
export interface Token {
  token_id: string;
  name: string;
  user?: string;
  user_name?: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at?: string | null;
}
