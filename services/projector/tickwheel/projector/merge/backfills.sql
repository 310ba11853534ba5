INSERT INTO backfills AS b (
    backfill_id, job_id, from_at, to_at, planned, created, rate_per_minute, started_at, started_by, ended_at, log_offset
)
SELECT
    backfill_id, job_id, instant(from_ms), instant(to_ms), planned, created, rate_per_minute, instant(started_ms),
    started_by, instant(ended_ms), log_offset
FROM staged_backfills
ON CONFLICT (backfill_id, job_id) DO UPDATE SET
    created = coalesce(excluded.created, b.created),
    ended_at = coalesce(excluded.ended_at, b.ended_at),
    log_offset = excluded.log_offset
WHERE b.log_offset < excluded.log_offset
