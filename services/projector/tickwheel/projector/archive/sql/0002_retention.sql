-- What proves each file, which archived months were deleted after their time, and how far each table was cleaned up.

ALTER TABLE files ADD COLUMN checksum numeric;
COMMENT ON COLUMN files.checksum IS 'Sum over a hash of each row that it holds, as the row stood in Postgres; NULL: not known, it is written again.';

ALTER TABLE months ADD COLUMN expired_at timestamptz;
COMMENT ON COLUMN months.expired_at IS 'When its files were deleted, after the time that archives are kept; NULL while they are there.';

CREATE TABLE horizons (
    table_name  text PRIMARY KEY,
    before      timestamptz NOT NULL
);
COMMENT ON TABLE horizons IS 'What was cleaned up in the live tables: rows that are in the journal and no longer here.';
COMMENT ON COLUMN horizons.table_name IS 'The table.';
COMMENT ON COLUMN horizons.before IS 'Rows from before this may be gone.';
