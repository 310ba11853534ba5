DELETE FROM job_placeholders p USING staged_jobs s WHERE s.is_new AND p.job_id = s.job_id
