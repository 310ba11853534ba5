INSERT INTO execution_progress AS p (execution_id, attempt, job_id, fraction, message, reported_at, log_offset)
SELECT execution_id, attempt, job_id, fraction, message, instant(reported_ms), log_offset
FROM staged_execution_progress
ON CONFLICT (execution_id) DO UPDATE SET
    (attempt, fraction, message, reported_at, log_offset)
    = (excluded.attempt, excluded.fraction, excluded.message, excluded.reported_at, excluded.log_offset)
WHERE p.log_offset < excluded.log_offset
