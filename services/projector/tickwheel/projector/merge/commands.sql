-- The first event that a command led to tells how it was decided; later ones of the same command change nothing.
INSERT INTO commands (
    command_id, job_id, command_type, accepted, actor, decided_at, event_type, sequence, execution_id, code, field,
    message, log_offset
)
SELECT
    command_id, job_id, command_type, accepted, actor, instant(decided_ms), event_type, sequence, execution_id,
    nullif(code, ''), nullif(field, ''), nullif(message, ''), log_offset
FROM staged_commands
ON CONFLICT DO NOTHING
