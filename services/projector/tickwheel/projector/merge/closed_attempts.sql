-- Attempts whose execution was cancelled or skipped: those that had ended before keep how they ended.
UPDATE attempts a SET
    status = s.status,
    started_at = coalesce(instant(s.started_ms), a.started_at),
    finished_at = instant(s.finished_ms),
    error_message = nullif(s.error_message, ''),
    recall_reason = coalesce(s.recall_reason, a.recall_reason),
    log_offset = s.log_offset
FROM (
    SELECT *, (SELECT e.created_at FROM live_executions e WHERE e.execution_id = staged_attempts.execution_id) AS created_at
    FROM staged_attempts
    WHERE if_open
) s
WHERE a.execution_id = s.execution_id AND a.attempt = s.attempt AND a.created_at = s.created_at
  AND a.finished_at IS NULL AND a.log_offset < s.log_offset
