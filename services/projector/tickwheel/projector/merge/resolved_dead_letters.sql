UPDATE dead_letters d SET
    status = s.status,
    resolved_at = instant(s.resolved_ms),
    resolved_by = nullif(s.resolved_by, ''),
    resolution = nullif(s.resolution, ''),
    new_execution_id = s.new_execution_id,
    log_offset = s.log_offset
FROM staged_dead_letters s
WHERE s.failed_ms IS NULL AND d.execution_id = s.execution_id AND d.log_offset < s.log_offset
