-- What was done under an Idempotency-Key where no scheduler decides: users, tokens, drains. Losing it would do things twice, so it is logged.

CREATE TABLE keyed_writes (
    write_id      uuid PRIMARY KEY,
    fingerprint   text NOT NULL,
    holder        uuid NOT NULL,
    leased_until  timestamptz NOT NULL,
    begun_at      timestamptz NOT NULL DEFAULT now(),
    answer        text
);
CREATE INDEX keyed_writes_oldest ON keyed_writes (begun_at);
COMMENT ON TABLE keyed_writes IS 'One row a write of the last hour with an Idempotency-Key that is not a command to a scheduler.';
COMMENT ON COLUMN keyed_writes.write_id IS 'Follows from who sent it, where to, and the key.';
COMMENT ON COLUMN keyed_writes.fingerprint IS 'argon2id of what was asked for, with its parameters: it may hold a password.';
COMMENT ON COLUMN keyed_writes.holder IS 'The request that does it; only that one may note its answer.';
COMMENT ON COLUMN keyed_writes.leased_until IS 'After that a write without an answer is taken to be abandoned, and the key is free.';
COMMENT ON COLUMN keyed_writes.begun_at IS 'When; an hour later it is forgotten.';
COMMENT ON COLUMN keyed_writes.answer IS 'What was answered, as JSON and without secrets; NULL while it is under way.';
