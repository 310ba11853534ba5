INSERT INTO handlers AS h (handler, kind, description, payload_schema, registered_by, registered_at, log_offset)
SELECT handler, kind, description, payload_schema, registered_by, instant(registered_ms), log_offset
FROM staged_handlers
ON CONFLICT (handler) DO UPDATE SET
    (kind, description, payload_schema, registered_by, registered_at, log_offset)
    = (excluded.kind, excluded.description, excluded.payload_schema, excluded.registered_by, excluded.registered_at,
       excluded.log_offset)
WHERE h.log_offset < excluded.log_offset
