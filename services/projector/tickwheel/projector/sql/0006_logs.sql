-- What handlers said while they ran. Kept for a week.

CREATE TABLE execution_logs (
    execution_id  uuid NOT NULL,
    attempt       integer NOT NULL,
    line          integer NOT NULL,
    job_id        uuid NOT NULL,
    logged_at     timestamptz NOT NULL,
    level         text NOT NULL,
    message       text NOT NULL,
    fields        jsonb,
    dropped       integer NOT NULL,
    PRIMARY KEY (execution_id, attempt, line)
);
CREATE INDEX execution_logs_oldest ON execution_logs USING brin (logged_at);
COMMENT ON TABLE execution_logs IS 'Lines that handlers wrote.';
COMMENT ON COLUMN execution_logs.execution_id IS 'The execution.';
COMMENT ON COLUMN execution_logs.attempt IS 'The attempt.';
COMMENT ON COLUMN execution_logs.line IS 'Number of the line in the attempt, from 1.';
COMMENT ON COLUMN execution_logs.job_id IS 'The job.';
COMMENT ON COLUMN execution_logs.logged_at IS 'When it was written, by the worker''s clock.';
COMMENT ON COLUMN execution_logs.level IS 'debug, info, warning or error.';
COMMENT ON COLUMN execution_logs.message IS 'The line.';
COMMENT ON COLUMN execution_logs.fields IS 'What came with it.';
COMMENT ON COLUMN execution_logs.dropped IS 'Lines dropped just before this one by the rate cap.';

CREATE TABLE execution_progress (
    execution_id  uuid PRIMARY KEY,
    attempt       integer NOT NULL,
    job_id        uuid NOT NULL,
    fraction      double precision NOT NULL,
    message       text NOT NULL,
    reported_at   timestamptz NOT NULL,
    log_offset    bigint NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE execution_progress IS 'How far handlers have come, as they said last.';
COMMENT ON COLUMN execution_progress.execution_id IS 'The execution.';
COMMENT ON COLUMN execution_progress.attempt IS 'The attempt.';
COMMENT ON COLUMN execution_progress.job_id IS 'The job.';
COMMENT ON COLUMN execution_progress.fraction IS '0 to 1.';
COMMENT ON COLUMN execution_progress.message IS 'A word for people.';
COMMENT ON COLUMN execution_progress.reported_at IS 'When, by the worker''s clock.';
COMMENT ON COLUMN execution_progress.log_offset IS 'Offset of the record in `logs`.';
