-- What a dead letter tells beyond its failure comes from its execution and its job, as it was before this batch.
INSERT INTO dead_letters AS d (
    execution_id, job_id, job_name, owner, handler, queue, origin, occurrence, payload, due_at, attempts,
    failure_kind, error_class, error_message, traceback, failed_at, status, resolved_at, resolved_by, resolution,
    new_execution_id, log_offset
)
SELECT
    s.execution_id, e.job_id, e.job_name, e.owner, e.handler, e.queue, e.origin, e.occurrence,
    coalesce(e.payload, s.payload, (SELECT j.payload FROM jobs j WHERE j.job_id = e.job_id), '{}'), e.due_at, e.attempt,
    coalesce(e.failure_kind, ''), coalesce(e.error_class, ''), coalesce(e.error_message, ''), s.traceback,
    instant(s.failed_ms), s.status, instant(s.resolved_ms), nullif(s.resolved_by, ''), nullif(s.resolution, ''),
    s.new_execution_id, s.log_offset
FROM staged_dead_letters s
CROSS JOIN LATERAL (
    SELECT * FROM executions x WHERE x.execution_id = s.execution_id ORDER BY x.created_at DESC LIMIT 1
) e
WHERE s.failed_ms IS NOT NULL
ON CONFLICT (execution_id) DO UPDATE SET
    (payload, failure_kind, error_class, error_message, traceback, failed_at, attempts, status, resolved_at, resolved_by,
     resolution, new_execution_id, log_offset)
    = (excluded.payload, excluded.failure_kind, excluded.error_class, excluded.error_message, excluded.traceback, excluded.failed_at,
       excluded.attempts, excluded.status, excluded.resolved_at, excluded.resolved_by, excluded.resolution,
       excluded.new_execution_id, excluded.log_offset)
WHERE d.log_offset < excluded.log_offset
