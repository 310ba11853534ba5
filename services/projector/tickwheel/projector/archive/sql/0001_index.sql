-- What was archived, where it is, and what proves that it is whole.

CREATE TABLE months (
    month                date PRIMARY KEY,
    executions           bigint NOT NULL,
    attempts             bigint NOT NULL,
    executions_checksum  numeric NOT NULL,
    attempts_checksum    numeric NOT NULL,
    archived_at          timestamptz NOT NULL DEFAULT now(),
    detached_at          timestamptz
);
COMMENT ON TABLE months IS 'Months of executions that were written to files.';
COMMENT ON COLUMN months.month IS 'First day of the month (UTC) in which the executions were created.';
COMMENT ON COLUMN months.executions IS 'Executions in it.';
COMMENT ON COLUMN months.attempts IS 'Attempts in it.';
COMMENT ON COLUMN months.executions_checksum IS 'Sum over a hash of each row of executions: the same after a restore.';
COMMENT ON COLUMN months.attempts_checksum IS 'The same for attempts.';
COMMENT ON COLUMN months.archived_at IS 'When its files were written.';
COMMENT ON COLUMN months.detached_at IS 'When its rows left the live tables; NULL while they are there.';

CREATE TABLE files (
    path        text PRIMARY KEY,
    month       date NOT NULL,
    table_name  text NOT NULL,
    handler     text NOT NULL,
    rows        bigint NOT NULL,
    bytes       bigint NOT NULL,
    sha256      text NOT NULL,
    written_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_by_month ON files (month);
COMMENT ON TABLE files IS 'Parquet files, one a month, handler and table.';
COMMENT ON COLUMN files.path IS 'Where it is, under the root of the archive.';
COMMENT ON COLUMN files.month IS 'The month.';
COMMENT ON COLUMN files.table_name IS 'executions or attempts.';
COMMENT ON COLUMN files.handler IS 'The handler.';
COMMENT ON COLUMN files.rows IS 'Rows in it.';
COMMENT ON COLUMN files.bytes IS 'Its size.';
COMMENT ON COLUMN files.sha256 IS 'SHA-256 of its bytes.';
COMMENT ON COLUMN files.written_at IS 'When it was written.';
