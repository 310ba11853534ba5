-- Bulk operations: one wish about many things, worked off in the background, with its progress.

CREATE TABLE operations (
    operation_id  uuid PRIMARY KEY,
    action        text NOT NULL,
    filter        jsonb NOT NULL,
    actor         text NOT NULL,
    status        text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED')),
    done          bigint NOT NULL DEFAULT 0,
    refused       bigint NOT NULL DEFAULT 0,
    last_refusal  text,
    started_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    ended_at      timestamptz
);
CREATE INDEX operations_newest ON operations (started_at DESC);
COMMENT ON TABLE operations IS 'One row a bulk operation. One that RUNS and was not updated for a minute has lost its API process; the same request may be sent again.';
COMMENT ON COLUMN operations.done IS 'Commands that were accepted so far.';
COMMENT ON COLUMN operations.refused IS 'Commands that were refused so far, for example because the job had changed meanwhile.';
COMMENT ON COLUMN operations.last_refusal IS 'Why the last of them was.';
