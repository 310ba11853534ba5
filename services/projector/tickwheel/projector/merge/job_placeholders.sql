-- Ids that others wait for before there is a job.
INSERT INTO job_placeholders AS p (job_id, sequence, log_offset)
SELECT s.job_id, s.sequence, s.log_offset
FROM staged_jobs s
WHERE s.is_waited_for AND NOT s.is_new
  AND NOT EXISTS (SELECT FROM jobs j WHERE j.job_id = s.job_id AND j.log_offset = s.log_offset)
ON CONFLICT (job_id) DO UPDATE SET (sequence, log_offset) = (excluded.sequence, excluded.log_offset)
