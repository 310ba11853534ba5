-- Executions created in this batch. No conflict is foreseen: one that is already there means that events were applied
-- twice, and that must stop the partition rather than pass.
INSERT INTO executions (
    execution_id, created_at, job_id, job_name, owner, handler, queue, priority, status, origin, occurrence, due_at,
    scheduled_at, attempt, worker_id, waits_for, waiting_reason, not_before, started_at, finished_at, failure_kind, error_class,
    error_message, recall_reason, result, payload, dedup_key, backfill_id, retry_of, chain, updated_at,
    log_partition, log_offset
)
SELECT
    execution_id, instant(created_ms), s.job_id, job_name,
    coalesce(s.owner, (SELECT j.owner FROM jobs j WHERE j.job_id = s.job_id), ''),
    handler, queue, priority, status, origin, occurrence, instant(due_ms), instant(scheduled_ms), attempt,
    nullif(worker_id, ''), waits_for, nullif(waiting_reason, ''), greatest(instant(not_before_ms), instant(due_ms)), instant(started_ms),
    instant(finished_ms), nullif(failure_kind, ''), nullif(error_class, ''), nullif(error_message, ''),
    nullif(recall_reason, ''), result, payload, nullif(dedup_key, ''), nullif(backfill_id, ''), retry_of, chain,
    instant(updated_ms), log_partition, log_offset
FROM staged_executions s
WHERE created_ms IS NOT NULL
