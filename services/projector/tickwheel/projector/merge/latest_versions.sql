-- The last version of each job in this batch: its definition was staged, and parsed, with the job.
INSERT INTO job_versions (job_id, log_offset, version, definition, changed_at, changed_by, command_id)
SELECT job_id, defined_offset, version, definition, instant(defined_ms), defined_by, nullif(defined_by_command, '')
FROM staged_jobs
WHERE definition IS NOT NULL
ON CONFLICT DO NOTHING
