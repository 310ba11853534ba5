-- As job_sequences.sql, for calendars.
SELECT s.log_partition, s.first_offset, s.calendar_id, coalesce(c.sequence, 0) + 1, s.first_sequence
FROM staged_calendars s
LEFT JOIN calendars c ON c.calendar_id = s.calendar_id
WHERE s.first_sequence <> coalesce(c.sequence, 0) + 1
