INSERT INTO execution_logs (execution_id, attempt, line, job_id, logged_at, level, message, fields, dropped)
SELECT execution_id, attempt, line, job_id, instant(logged_ms), level, message, fields, dropped
FROM staged_execution_logs
ON CONFLICT DO NOTHING
