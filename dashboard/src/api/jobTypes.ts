/** Rows of jobs, and a definition as the log has it. */
import type { ExecutionStatus, Items, JobStatus, NextRun } from "./types";

export interface JobRow {
  job_id: string;
  name: string;
  status: JobStatus;
  handler: string;
  description: string;
  owner: string;
  queue: string;
  priority: number;
  when_kind: string;
  cron: string | null;
  interval_ms: number | null;
  run_at: string | null;
  timezone: string;
  tags: Record<string, string>;
  version: number;
  next_due_at: string | null;
  paused_at: string | null;
  pause_reason: string | null;
  last_execution_id: string | null;
  last_status: ExecutionStatus | null;
  last_finished_at: string | null;
  created_at: string;
  created_by: string;
  updated_at: string;
}

/** As in the log: durations and instants in milliseconds, 0 for none; the payload is JSON as text. */
export interface Definition {
  name: string;
  handler: string;
  description: string;
  owner: string;
  tags: Record<string, string>;
  payload: string;
  when: string;
  cron: string;
  interval_ms: number;
  run_at_ms: number;
  delay_ms: number;
  timezone: string;
  dst_gap: string;
  dst_repeat: string;
  calendars: string[];
  start_at_ms: number;
  end_at_ms: number;
  max_runs: number;
  jitter_ms: number;
  paused: boolean;
  priority: number;
  queue: string;
  labels: Record<string, string>;
  cpu_milli: number;
  memory_mib: number;
  disk_mib: number;
  extra_resources: Record<string, number>;
  max_retries: number;
  backoff_initial_ms: number;
  backoff_factor: number;
  backoff_cap_ms: number;
  backoff_jitter: number;
  non_retryable: string[];
  timeout_ms: number;
  delivery: string;
  overlap: string;
  catch_up: string;
  catch_up_window_ms: number;
  catch_up_cap: number;
  depends_on: string[];
  dependency_mode: string;
  dependency_freshness_ms: number;
  dedup_window_ms: number;
  auto_pause_after: number;
  [field: string]: unknown;
}

export interface Upstream {
  upstream_job_id: string;
  name: string | null;
  mode: string | null;
  freshness_ms: number | null;
  satisfied_at: string | null;
  satisfied_by: string | null;
}

export interface Job extends JobRow {
  payload: unknown;
  definition: Definition;
  tzdata_version: string;
  deleted_at: string | null;
  sequence: number;
  log_partition: number;
  log_offset: number;
  depends_on: Upstream[];
}

export interface NextRuns extends Items<NextRun> {
  timezone: string;
  tzdata_version?: string;
}

export interface Version {
  version: number;
  changed_at: string;
  changed_by: string;
  command_id: string | null;
  definition: Definition;
}

export interface JournalEvent {
  offset: number;
  type: string;
  job_id: string;
  sequence: number;
  at_ms: number;
  job_status: JobStatus;
  cause_id: string;
  actor: string;
  execution_id?: string;
  attempt?: number;
  definition?: Definition;
  [field: string]: unknown;
}
export interface History extends Items<JournalEvent> {
  complete: boolean;
  state: { status: JobStatus; sequence: number; version?: number; definition?: Definition } | null;
}

export interface Skipped {
  occurrence: string;
  due_at: string | null;
  last_due_at: string | null;
  count: number;
  more: boolean;
  reason_code: string;
  reason: string;
  skipped_at: string;
}
