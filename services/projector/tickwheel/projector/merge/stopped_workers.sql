UPDATE workers w SET
    stopped_at = instant(s.stopped_ms), stop_reason = nullif(s.stop_reason, ''), running = 0, held = 0,
    log_offset = s.log_offset
FROM staged_workers s
WHERE s.instance IS NULL AND w.worker_id = s.worker_id AND w.log_offset < s.log_offset
