-- What a job of the same name waited for before it was retired.
DELETE FROM job_dependencies d USING staged_jobs s
WHERE (s.is_new OR s.retired_ms > 0) AND d.job_id = s.job_id AND d.log_offset < s.log_offset
