-- Versions that a later one in the same batch has replaced.
INSERT INTO job_versions (job_id, log_offset, version, definition, changed_at, changed_by, command_id)
SELECT job_id, log_offset, version, definition, instant(changed_ms), changed_by, nullif(command_id, '')
FROM staged_job_versions
ON CONFLICT DO NOTHING
