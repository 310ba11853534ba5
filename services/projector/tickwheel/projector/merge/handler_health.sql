INSERT INTO handler_health AS h (
    handler, breaker, changed_at, retry_at, calls, failures, mean_duration_ms, p95_duration_ms, workers_needed,
    observed_at, log_offset
)
SELECT
    handler, breaker, instant(changed_ms), instant(retry_ms), calls, failures, mean_duration_ms, p95_duration_ms,
    workers_needed, instant(observed_ms), log_offset
FROM staged_handler_health
ON CONFLICT (handler) DO UPDATE SET
    (breaker, changed_at, retry_at, calls, failures, mean_duration_ms, p95_duration_ms, workers_needed, observed_at,
     log_offset)
    = (excluded.breaker, excluded.changed_at, excluded.retry_at, excluded.calls, excluded.failures,
       excluded.mean_duration_ms, excluded.p95_duration_ms, excluded.workers_needed, excluded.observed_at,
       excluded.log_offset)
WHERE h.log_offset < excluded.log_offset
