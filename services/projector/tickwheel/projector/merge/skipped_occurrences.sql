INSERT INTO skipped_occurrences (
    job_id, log_offset, occurrence, due_at, last_due_at, count, more, reason_code, reason, dedup_key,
    first_execution_id, skipped_at
)
SELECT
    job_id, log_offset, occurrence, instant(due_ms), instant(last_due_ms), count, more, reason_code, reason,
    nullif(dedup_key, ''), first_execution_id, instant(skipped_ms)
FROM staged_skipped_occurrences
ON CONFLICT DO NOTHING
