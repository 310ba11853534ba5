-- An attempt's row lies in the month of its execution. NULL: as it was; 0 and '': not set. A change with if_open is for an
-- attempt that has not ended: its execution was cancelled or skipped.
INSERT INTO attempts AS a (
    execution_id, attempt, created_at, job_id, status, worker_id, dispatched_at, not_before, claimed_at, started_at,
    finished_at, failure_kind, error_class, error_message, traceback, recall_reason, log_offset
)
SELECT
    s.execution_id, s.attempt,
    coalesce(instant(s.created_ms), (SELECT e.created_at FROM live_executions e WHERE e.execution_id = s.execution_id)),
    s.job_id, coalesce(s.status, 'QUEUED'), nullif(s.worker_id, ''), instant(s.dispatched_ms),
    instant(s.not_before_ms), instant(s.claimed_ms), instant(s.started_ms), instant(s.finished_ms),
    nullif(s.failure_kind, ''), nullif(s.error_class, ''), nullif(s.error_message, ''), nullif(s.traceback, ''),
    nullif(s.recall_reason, ''), s.log_offset
FROM staged_attempts s
WHERE NOT s.if_open
ON CONFLICT (execution_id, attempt, created_at) DO UPDATE SET
    status = CASE WHEN excluded.status = 'QUEUED' THEN a.status ELSE excluded.status END,
    worker_id = coalesce(excluded.worker_id, a.worker_id),
    dispatched_at = coalesce(excluded.dispatched_at, a.dispatched_at),
    not_before = coalesce(excluded.not_before, a.not_before),
    claimed_at = coalesce(excluded.claimed_at, a.claimed_at),
    started_at = coalesce(excluded.started_at, a.started_at),
    finished_at = coalesce(excluded.finished_at, a.finished_at),
    failure_kind = coalesce(excluded.failure_kind, a.failure_kind),
    error_class = coalesce(excluded.error_class, a.error_class),
    error_message = coalesce(excluded.error_message, a.error_message),
    traceback = coalesce(excluded.traceback, a.traceback),
    recall_reason = coalesce(excluded.recall_reason, a.recall_reason),
    log_offset = excluded.log_offset
WHERE a.log_offset < excluded.log_offset
