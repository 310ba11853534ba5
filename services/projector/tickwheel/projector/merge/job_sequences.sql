-- Jobs whose first event in this batch does not follow their last one in the tables: (partition, offset, job, expected,
-- found). A retired job starts over at 1, and so does an id that nobody has heard of.
SELECT s.log_partition, s.first_offset, s.job_id, coalesce(j.sequence, p.sequence, 0) + 1, s.first_sequence
FROM staged_jobs s
LEFT JOIN jobs j ON j.job_id = s.job_id AND j.retired_at IS NULL
LEFT JOIN job_placeholders p ON p.job_id = s.job_id
WHERE s.first_sequence <> coalesce(j.sequence, p.sequence, 0) + 1
