-- Jobs whose first event in this batch does not follow their last one in the tables: (partition, offset, job, expected,
-- found). A retired job starts over at 1, and so does an id that nobody has heard of.
SELECT s.log_partition, s.first_offset, s.job_id, coalesce(j.sequence, p.sequence, 0) + 1, s.first_sequence
FROM staged_jobs s
LEFT JOIN LATERAL (SELECT x.sequence FROM jobs x WHERE x.job_id = s.job_id AND x.retired_at IS NULL LIMIT 1) j ON true
LEFT JOIN LATERAL (SELECT x.sequence FROM job_placeholders x WHERE x.job_id = s.job_id LIMIT 1) p ON true
WHERE s.first_sequence <> coalesce(j.sequence, p.sequence, 0) + 1
