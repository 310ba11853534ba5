-- What a new definition no longer names, or names again after it did not.
DELETE FROM job_dependencies d USING staged_defined_jobs s
WHERE d.job_id = s.job_id AND d.log_offset < s.log_offset
  AND NOT EXISTS (
      SELECT FROM staged_job_dependencies n
      WHERE n.job_id = d.job_id AND n.upstream_job_id = d.upstream_job_id AND n.mode IS NOT NULL AND NOT n.is_new
  )
