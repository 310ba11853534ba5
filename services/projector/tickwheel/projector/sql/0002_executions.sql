-- Executions and their attempts. Those that have ended lie in partitions by the month (UTC) in which the execution was
-- created. Not by its due time: a backfill is due in the past, and a month that was archived must never get another row.
-- These partitions are made by the projector, ahead of time and in the transaction that first needs them.
--
-- What is under way lies in a partition of its own, `live_executions`, which is small and has few indexes, because its rows
-- change and soon leave: Postgres moves a row to its month when its status says that it has ended. So a row of a month is
-- written once, with all its indexes, and never changes again.

CREATE TABLE executions (
    execution_id    uuid NOT NULL,
    created_at      timestamptz NOT NULL,
    job_id          uuid NOT NULL,
    job_name        text NOT NULL,
    owner           text NOT NULL,
    handler         text NOT NULL,
    queue           text NOT NULL,
    priority        smallint NOT NULL,
    status          text NOT NULL,
    origin          text NOT NULL,
    occurrence      text NOT NULL,
    due_at          timestamptz NOT NULL,
    scheduled_at    timestamptz,
    attempt         integer NOT NULL,
    worker_id       text,
    waits_for       text NOT NULL,
    waiting_reason  text,
    not_before      timestamptz,
    started_at      timestamptz,
    finished_at     timestamptz,
    failure_kind    text,
    error_class     text,
    error_message   text,
    recall_reason   text,
    result          jsonb,
    payload         jsonb,
    dedup_key       text,
    backfill_id     text,
    retry_of        uuid,
    chain           uuid[],
    updated_at      timestamptz NOT NULL,
    log_partition   integer NOT NULL,
    log_offset      bigint NOT NULL
) PARTITION BY LIST (status);

CREATE TABLE live_executions PARTITION OF executions (PRIMARY KEY (execution_id))
    FOR VALUES IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY');
CREATE INDEX live_executions_newest ON live_executions (created_at DESC, execution_id);
CREATE INDEX live_executions_by_job ON live_executions (job_id, created_at DESC);
CREATE INDEX live_executions_by_status ON live_executions (status, created_at DESC);
COMMENT ON TABLE live_executions IS 'The part of executions that has not ended.';

CREATE TABLE ended_executions PARTITION OF executions (PRIMARY KEY (execution_id, created_at))
    FOR VALUES IN ('COMPLETED', 'FAILED', 'CANCELLED', 'DEDUPLICATED', 'SKIPPED')
    PARTITION BY RANGE (created_at);
COMMENT ON TABLE ended_executions IS 'The part of executions that has ended, by month of creation.';
CREATE INDEX executions_newest ON ended_executions (created_at DESC, execution_id);
CREATE INDEX executions_by_job ON ended_executions (job_id, created_at DESC);
-- Nearly all executions are COMPLETED: a list of those reads the newest and finds them; the others have an index.
CREATE INDEX executions_by_status ON ended_executions (status, created_at DESC) WHERE status <> 'COMPLETED';
CREATE INDEX executions_by_handler ON ended_executions (handler, created_at DESC);
CREATE INDEX executions_by_owner ON ended_executions (owner, created_at DESC) WHERE owner <> '';
-- Without the next ones a list such as that of a worker that is long gone would read everything to find little.
CREATE INDEX executions_by_worker ON ended_executions (worker_id, created_at DESC) WHERE worker_id IS NOT NULL;
CREATE INDEX executions_by_queue ON ended_executions (queue, created_at DESC);
CREATE INDEX executions_by_origin ON ended_executions (origin, created_at DESC) WHERE origin NOT IN ('schedule', 'one_off');
CREATE INDEX executions_by_backfill ON ended_executions (backfill_id, created_at DESC) WHERE backfill_id IS NOT NULL;
CREATE INDEX executions_by_due_time ON ended_executions (due_at DESC, execution_id);

COMMENT ON TABLE executions IS 'One row an execution: a due time, trigger or completed dependency that became a run. Those under way are in the partition live_executions, the others in partitions by month of creation.';
COMMENT ON COLUMN executions.execution_id IS 'uuid5 of job and occurrence: one occurrence is never two executions.';
COMMENT ON COLUMN executions.created_at IS 'When the scheduler created it; says which partition it is in. Give it in a WHERE to read one month only.';
COMMENT ON COLUMN executions.job_id IS 'The job.';
COMMENT ON COLUMN executions.job_name IS 'Name of the job.';
COMMENT ON COLUMN executions.owner IS 'Owner of the job when it was created.';
COMMENT ON COLUMN executions.handler IS 'What runs.';
COMMENT ON COLUMN executions.queue IS 'Queue it goes through.';
COMMENT ON COLUMN executions.priority IS '0 to 100, higher first.';
COMMENT ON COLUMN executions.status IS 'PENDING, QUEUED (in a worker''s mailbox), RUNNING (claimed by a worker, which starts it when due), PENDING_RETRY, COMPLETED, FAILED, CANCELLED or SKIPPED.';
COMMENT ON COLUMN executions.origin IS 'Why it exists: schedule, catch_up, one_off, trigger, dependency, backfill or retry.';
COMMENT ON COLUMN executions.occurrence IS 'What it stands for: its due time or what triggered it.';
COMMENT ON COLUMN executions.due_at IS 'When it should start, jitter included.';
COMMENT ON COLUMN executions.scheduled_at IS 'The due time that the schedule named, before jitter.';
COMMENT ON COLUMN executions.attempt IS 'The attempt it is at, from 1; 0 before the first.';
COMMENT ON COLUMN executions.worker_id IS 'The worker (its incarnation) that has or had it last.';
COMMENT ON COLUMN executions.waits_for IS 'What must happen before it runs: time, turn (another execution of the job), resume (the job is paused) or upstreams.';
COMMENT ON COLUMN executions.waiting_reason IS 'Why it does not run yet, for people; see the view waiting_executions.';
COMMENT ON COLUMN executions.not_before IS 'It will not start earlier: its due time, the next retry or the end of a deferral.';
COMMENT ON COLUMN executions.started_at IS 'When the last attempt started or, while it is parked at its worker, will start.';
COMMENT ON COLUMN executions.finished_at IS 'When it ended for good.';
COMMENT ON COLUMN executions.failure_kind IS 'How the last attempt failed: error, timed_out, lost or refused.';
COMMENT ON COLUMN executions.error_class IS 'Class of the last error.';
COMMENT ON COLUMN executions.error_message IS 'Message of the last error, or why it was cancelled or skipped.';
COMMENT ON COLUMN executions.recall_reason IS 'Why it was called back from its worker, if it was.';
COMMENT ON COLUMN executions.result IS 'What the handler returned. What is not JSON is kept as a JSON string.';
COMMENT ON COLUMN executions.payload IS 'Its own payload; NULL if it has the job''s.';
COMMENT ON COLUMN executions.dedup_key IS 'Its dedup key.';
COMMENT ON COLUMN executions.backfill_id IS 'The backfill it belongs to; see backfills.';
COMMENT ON COLUMN executions.retry_of IS 'The failed execution that it runs again.';
COMMENT ON COLUMN executions.chain IS 'Jobs whose completions led here, oldest first.';
COMMENT ON COLUMN executions.updated_at IS 'When anything about it changed last.';
COMMENT ON COLUMN executions.log_partition IS 'Partition of `events` that holds its history.';
COMMENT ON COLUMN executions.log_offset IS 'Offset of its last event there.';

CREATE TABLE attempts (
    execution_id   uuid NOT NULL,
    attempt        integer NOT NULL,
    created_at     timestamptz NOT NULL,
    job_id         uuid NOT NULL,
    status         text NOT NULL,
    worker_id      text,
    dispatched_at  timestamptz,
    not_before     timestamptz,
    claimed_at     timestamptz,
    started_at     timestamptz,
    finished_at    timestamptz,
    failure_kind   text,
    error_class    text,
    error_message  text,
    traceback      text,
    recall_reason  text,
    log_offset     bigint NOT NULL,
    PRIMARY KEY (execution_id, attempt, created_at)
) PARTITION BY RANGE (created_at);

COMMENT ON TABLE attempts IS 'One row an attempt to run an execution. Partitioned by the month in which the execution was created.';
COMMENT ON COLUMN attempts.execution_id IS 'The execution.';
COMMENT ON COLUMN attempts.attempt IS 'From 1.';
COMMENT ON COLUMN attempts.created_at IS 'When its execution was created: both rows are in partitions of the same month.';
COMMENT ON COLUMN attempts.job_id IS 'The job.';
COMMENT ON COLUMN attempts.status IS 'QUEUED, RUNNING, COMPLETED, FAILED, LOST, RELEASED, DEFERRED, CANCELLED or SKIPPED.';
COMMENT ON COLUMN attempts.worker_id IS 'The worker (its incarnation): meant for it while QUEUED, claimed by it afterwards.';
COMMENT ON COLUMN attempts.dispatched_at IS 'When it was put into a worker''s mailbox.';
COMMENT ON COLUMN attempts.not_before IS 'It was not to start earlier.';
COMMENT ON COLUMN attempts.claimed_at IS 'When the worker''s claim was decided.';
COMMENT ON COLUMN attempts.started_at IS 'When it started or will start.';
COMMENT ON COLUMN attempts.finished_at IS 'When it ended.';
COMMENT ON COLUMN attempts.failure_kind IS 'How it failed: error, timed_out, lost or refused.';
COMMENT ON COLUMN attempts.error_class IS 'Class of its error.';
COMMENT ON COLUMN attempts.error_message IS 'Message of its error, or why it was given back, put off or cancelled.';
COMMENT ON COLUMN attempts.traceback IS 'Where the error happened, redacted.';
COMMENT ON COLUMN attempts.recall_reason IS 'Why it was called back from its worker, if it was.';
COMMENT ON COLUMN attempts.log_offset IS 'Offset in `events` of the last event about it.';
