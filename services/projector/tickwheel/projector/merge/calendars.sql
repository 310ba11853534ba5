INSERT INTO calendars AS c (
    calendar_id, name, effect, everywhere, timezone, definition, version, defined_at, defined_by, deleted_at,
    sequence, log_offset
)
SELECT
    calendar_id, name, effect, everywhere, timezone, definition, version, instant(defined_ms), defined_by,
    instant(deleted_ms), sequence, log_offset
FROM staged_calendars
ON CONFLICT (calendar_id) DO UPDATE SET
    effect = coalesce(excluded.effect, c.effect),
    everywhere = coalesce(excluded.everywhere, c.everywhere),
    timezone = coalesce(excluded.timezone, c.timezone),
    definition = coalesce(excluded.definition, c.definition),
    version = coalesce(excluded.version, c.version),
    defined_at = coalesce(excluded.defined_at, c.defined_at),
    defined_by = coalesce(excluded.defined_by, c.defined_by),
    deleted_at = excluded.deleted_at,
    sequence = excluded.sequence,
    log_offset = excluded.log_offset
WHERE c.log_offset < excluded.log_offset
