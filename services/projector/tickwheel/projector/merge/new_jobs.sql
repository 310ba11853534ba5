-- Jobs created in this batch. The row of a retired job of the same name gives way.
INSERT INTO jobs AS j (
    job_id, name, status, handler, description, owner, queue, priority, when_kind, cron, interval_ms, run_at,
    timezone, tags, payload, definition, version, tzdata_version, next_due_at, paused_at, pause_reason,
    last_execution_id, last_status, last_finished_at, created_at, created_by, updated_at, deleted_at, retired_at,
    sequence, log_partition, log_offset
)
SELECT
    job_id, name, status, handler, description, owner, queue, priority, when_kind, nullif(cron, ''),
    nullif(interval_ms, 0), instant(run_at_ms), timezone, tags, payload, definition, version, tzdata_version,
    instant(next_due_ms), instant(paused_ms), nullif(pause_reason, ''), last_execution_id, last_status,
    instant(last_finished_ms), instant(created_ms), created_by, instant(updated_ms), instant(deleted_ms),
    instant(retired_ms), sequence, log_partition, log_offset
FROM staged_jobs
WHERE is_new
ON CONFLICT (job_id) DO UPDATE SET
    (name, status, handler, description, owner, queue, priority, when_kind, cron, interval_ms, run_at, timezone,
     tags, payload, definition, version, tzdata_version, next_due_at, paused_at, pause_reason, last_execution_id,
     last_status, last_finished_at, created_at, created_by, updated_at, deleted_at, retired_at, sequence,
     log_partition, log_offset)
    = (excluded.name, excluded.status, excluded.handler, excluded.description, excluded.owner, excluded.queue,
       excluded.priority, excluded.when_kind, excluded.cron, excluded.interval_ms, excluded.run_at,
       excluded.timezone, excluded.tags, excluded.payload, excluded.definition, excluded.version,
       excluded.tzdata_version, excluded.next_due_at, excluded.paused_at, excluded.pause_reason,
       excluded.last_execution_id, excluded.last_status, excluded.last_finished_at, excluded.created_at,
       excluded.created_by, excluded.updated_at, excluded.deleted_at, excluded.retired_at, excluded.sequence,
       excluded.log_partition, excluded.log_offset)
WHERE j.log_offset < excluded.log_offset
