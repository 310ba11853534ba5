INSERT INTO job_dependencies AS d (job_id, upstream_job_id, mode, freshness_ms, satisfied_at, satisfied_by, log_offset)
SELECT job_id, upstream_job_id, mode, nullif(freshness_ms, 0), instant(satisfied_ms), satisfied_by, log_offset
FROM staged_job_dependencies
ON CONFLICT (job_id, upstream_job_id) DO UPDATE SET
    mode = coalesce(excluded.mode, d.mode),
    freshness_ms = CASE WHEN excluded.mode IS NULL THEN d.freshness_ms ELSE excluded.freshness_ms END,
    satisfied_at = coalesce(excluded.satisfied_at, d.satisfied_at),
    satisfied_by = coalesce(excluded.satisfied_by, d.satisfied_by),
    log_offset = excluded.log_offset
WHERE d.log_offset < excluded.log_offset
