-- A bulk operation survives its API process: another one goes on where it stood.

ALTER TABLE operations
    ADD COLUMN search       text NOT NULL DEFAULT '',
    ADD COLUMN cursor       text NOT NULL DEFAULT '',
    ADD COLUMN leased_until timestamptz NOT NULL DEFAULT now();
CREATE INDEX operations_running ON operations (leased_until) WHERE status = 'RUNNING';
COMMENT ON TABLE operations IS 'One row a bulk operation. One that RUNS and whose lease is over has lost its API process, and is taken by another.';
COMMENT ON COLUMN operations.search IS 'Part of what it is about, as in the lists.';
COMMENT ON COLUMN operations.cursor IS 'The page that is being worked off; what was done of it is done once, because its commands have the same ids again.';
COMMENT ON COLUMN operations.leased_until IS 'Until then it belongs to the process that works on it.';

-- What the commands of the last hour with an Idempotency-Key asked for. Losing it in a crash is harmless.
CREATE UNLOGGED TABLE fingerprints (
    command_id   uuid PRIMARY KEY,
    fingerprint  bytea NOT NULL,
    saved_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fingerprints_oldest ON fingerprints (saved_at);
COMMENT ON TABLE fingerprints IS 'One row a command that was sent with an Idempotency-Key: the same key with another body is refused.';
