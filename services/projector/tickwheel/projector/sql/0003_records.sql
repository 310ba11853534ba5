-- What happened besides runs: commands, skipped due times, dead letters, backfills, calendars.

CREATE TABLE commands (
    command_id     text NOT NULL,
    job_id         uuid NOT NULL,
    command_type   text NOT NULL,
    accepted       boolean NOT NULL,
    actor          text NOT NULL,
    decided_at     timestamptz NOT NULL,
    event_type     text NOT NULL,
    sequence       bigint NOT NULL,
    execution_id   uuid,
    code           text,
    field          text,
    message        text,
    log_offset     bigint NOT NULL,
    PRIMARY KEY (command_id, job_id)
);
CREATE INDEX commands_newest ON commands (decided_at DESC);
CREATE INDEX commands_by_job ON commands (job_id, decided_at DESC);
CREATE INDEX commands_by_actor ON commands (actor, decided_at DESC) WHERE actor <> '';
CREATE INDEX commands_refused ON commands (decided_at DESC) WHERE NOT accepted;
COMMENT ON TABLE commands IS 'One row a command: who asked for what, and how it was decided.';
COMMENT ON COLUMN commands.command_id IS 'Id that its sender gave it.';
COMMENT ON COLUMN commands.job_id IS 'The job or calendar it is about.';
COMMENT ON COLUMN commands.command_type IS 'Such as CreateJob or CancelExecution.';
COMMENT ON COLUMN commands.accepted IS 'False if it was refused.';
COMMENT ON COLUMN commands.actor IS 'Who asked.';
COMMENT ON COLUMN commands.decided_at IS 'When it was decided.';
COMMENT ON COLUMN commands.event_type IS 'The first event it led to.';
COMMENT ON COLUMN commands.sequence IS 'Number of that event in the job''s history.';
COMMENT ON COLUMN commands.execution_id IS 'The execution it made or ended, if it is about one.';
COMMENT ON COLUMN commands.code IS 'Why it was refused, as a word of a closed set.';
COMMENT ON COLUMN commands.field IS 'The field at fault.';
COMMENT ON COLUMN commands.message IS 'Why it was refused, for people; or what a dry run found.';
COMMENT ON COLUMN commands.log_offset IS 'Offset of that event in `events`.';

CREATE TABLE skipped_occurrences (
    job_id              uuid NOT NULL,
    log_offset          bigint NOT NULL,
    occurrence          text NOT NULL,
    due_at              timestamptz,
    last_due_at         timestamptz,
    count               bigint NOT NULL,
    more                boolean NOT NULL,
    reason_code         text NOT NULL,
    reason              text NOT NULL,
    dedup_key           text,
    first_execution_id  uuid,
    skipped_at          timestamptz NOT NULL,
    PRIMARY KEY (job_id, log_offset)
);
CREATE INDEX skipped_occurrences_newest ON skipped_occurrences (skipped_at DESC);
COMMENT ON TABLE skipped_occurrences IS 'Due times that did not become an execution, each with the reason.';
COMMENT ON COLUMN skipped_occurrences.job_id IS 'The job.';
COMMENT ON COLUMN skipped_occurrences.log_offset IS 'Offset of the event in `events`.';
COMMENT ON COLUMN skipped_occurrences.occurrence IS 'The first occurrence that was skipped.';
COMMENT ON COLUMN skipped_occurrences.due_at IS 'Its due time.';
COMMENT ON COLUMN skipped_occurrences.last_due_at IS 'The due time of the last of them.';
COMMENT ON COLUMN skipped_occurrences.count IS 'How many due times this row stands for.';
COMMENT ON COLUMN skipped_occurrences.more IS 'True if there were more than were counted.';
COMMENT ON COLUMN skipped_occurrences.reason_code IS 'A word of a closed set, such as overlap, paused, catch_up_window or deduplicated.';
COMMENT ON COLUMN skipped_occurrences.reason IS 'A sentence for people.';
COMMENT ON COLUMN skipped_occurrences.dedup_key IS 'The key that came again, for deduplicated.';
COMMENT ON COLUMN skipped_occurrences.first_execution_id IS 'The execution that stands for it, for deduplicated.';
COMMENT ON COLUMN skipped_occurrences.skipped_at IS 'When it was decided.';

CREATE TABLE dead_letters (
    execution_id      uuid PRIMARY KEY,
    job_id            uuid NOT NULL,
    job_name          text NOT NULL,
    owner             text NOT NULL,
    handler           text NOT NULL,
    queue             text NOT NULL,
    origin            text NOT NULL,
    occurrence        text NOT NULL,
    payload           jsonb NOT NULL,
    due_at            timestamptz NOT NULL,
    attempts          integer NOT NULL,
    failure_kind      text NOT NULL,
    error_class       text NOT NULL,
    error_message     text NOT NULL,
    traceback         text NOT NULL,
    failed_at         timestamptz NOT NULL,
    status            text NOT NULL,
    resolved_at       timestamptz,
    resolved_by       text,
    resolution        text,
    new_execution_id  uuid,
    log_offset        bigint NOT NULL
);
CREATE INDEX dead_letters_by_status ON dead_letters (status, failed_at DESC);
CREATE INDEX dead_letters_by_job ON dead_letters (job_id, failed_at DESC);
CREATE INDEX dead_letters_newest ON dead_letters (failed_at DESC, execution_id);
CREATE INDEX dead_letters_by_handler ON dead_letters (handler, failed_at DESC);
CREATE INDEX dead_letters_by_owner ON dead_letters (owner, failed_at DESC) WHERE owner <> '';
CREATE INDEX dead_letters_by_error ON dead_letters (error_class, failed_at DESC);
CREATE INDEX dead_letters_by_job_name ON dead_letters (job_name, execution_id);
COMMENT ON TABLE dead_letters IS 'Executions that failed for good, with all that is needed to understand and redrive them.';
COMMENT ON COLUMN dead_letters.execution_id IS 'The execution that failed.';
COMMENT ON COLUMN dead_letters.job_id IS 'The job.';
COMMENT ON COLUMN dead_letters.job_name IS 'Name of the job.';
COMMENT ON COLUMN dead_letters.owner IS 'Owner of the job.';
COMMENT ON COLUMN dead_letters.handler IS 'What ran.';
COMMENT ON COLUMN dead_letters.queue IS 'Queue it went through.';
COMMENT ON COLUMN dead_letters.origin IS 'Why the execution existed.';
COMMENT ON COLUMN dead_letters.occurrence IS 'What it stood for.';
COMMENT ON COLUMN dead_letters.payload IS 'What the handler got.';
COMMENT ON COLUMN dead_letters.due_at IS 'When it was due.';
COMMENT ON COLUMN dead_letters.attempts IS 'Attempts made.';
COMMENT ON COLUMN dead_letters.failure_kind IS 'How the last one failed: error, timed_out, lost or refused.';
COMMENT ON COLUMN dead_letters.error_class IS 'Class of its error.';
COMMENT ON COLUMN dead_letters.error_message IS 'Its message.';
COMMENT ON COLUMN dead_letters.traceback IS 'Where it happened, redacted.';
COMMENT ON COLUMN dead_letters.failed_at IS 'When it failed for good.';
COMMENT ON COLUMN dead_letters.status IS 'OPEN, REDRIVEN, DISMISSED or EXPIRED.';
COMMENT ON COLUMN dead_letters.resolved_at IS 'When it was redriven, dismissed or dropped.';
COMMENT ON COLUMN dead_letters.resolved_by IS 'By whom.';
COMMENT ON COLUMN dead_letters.resolution IS 'Why it was dismissed, for people.';
COMMENT ON COLUMN dead_letters.new_execution_id IS 'The execution that runs it again.';
COMMENT ON COLUMN dead_letters.log_offset IS 'Offset in `events` of the last event about it.';

CREATE TABLE backfills (
    backfill_id      text NOT NULL,
    job_id           uuid NOT NULL,
    from_at          timestamptz,
    to_at            timestamptz,
    planned          bigint,
    created          bigint,
    rate_per_minute  integer,
    started_at       timestamptz,
    started_by       text,
    ended_at         timestamptz,
    log_offset       bigint NOT NULL,
    PRIMARY KEY (backfill_id, job_id)
);
COMMENT ON TABLE backfills IS 'Runs of a job over a past range of time.';
COMMENT ON COLUMN backfills.backfill_id IS 'The id of the command that asked for it.';
COMMENT ON COLUMN backfills.job_id IS 'The job.';
COMMENT ON COLUMN backfills.from_at IS 'First instant of the range.';
COMMENT ON COLUMN backfills.to_at IS 'First instant after it.';
COMMENT ON COLUMN backfills.planned IS 'Executions it will create.';
COMMENT ON COLUMN backfills.created IS 'Executions it has created; NULL until it ended.';
COMMENT ON COLUMN backfills.rate_per_minute IS 'At most so many a minute.';
COMMENT ON COLUMN backfills.started_at IS 'When it began.';
COMMENT ON COLUMN backfills.started_by IS 'Who asked for it.';
COMMENT ON COLUMN backfills.ended_at IS 'When the last execution was created.';
COMMENT ON COLUMN backfills.log_offset IS 'Offset in `events` of the last event about it.';

CREATE TABLE calendars (
    calendar_id  uuid PRIMARY KEY,
    name         text NOT NULL,
    effect       text,
    everywhere   boolean,
    timezone     text,
    definition   jsonb,
    version      integer,
    defined_at   timestamptz,
    defined_by   text,
    deleted_at   timestamptz,
    sequence     bigint NOT NULL,
    log_offset   bigint NOT NULL
);
COMMENT ON TABLE calendars IS 'Named calendars and maintenance windows: when jobs do not run, or wait.';
COMMENT ON COLUMN calendars.calendar_id IS 'uuid5 of namespace and name.';
COMMENT ON COLUMN calendars.name IS 'Unique name.';
COMMENT ON COLUMN calendars.effect IS 'exclude: occurrences inside are skipped; hold: they wait until it is over.';
COMMENT ON COLUMN calendars.everywhere IS 'True if it applies to every job, as a maintenance window does.';
COMMENT ON COLUMN calendars.timezone IS 'IANA zone of its days and windows.';
COMMENT ON COLUMN calendars.definition IS 'The whole definition, field by field as in the log.';
COMMENT ON COLUMN calendars.version IS 'Its version, from 1.';
COMMENT ON COLUMN calendars.defined_at IS 'When this version was made.';
COMMENT ON COLUMN calendars.defined_by IS 'By whom.';
COMMENT ON COLUMN calendars.deleted_at IS 'When it was removed; NULL while it applies.';
COMMENT ON COLUMN calendars.sequence IS 'Number of its last event: 1, 2, 3 and so on without gaps.';
COMMENT ON COLUMN calendars.log_offset IS 'Offset in `events` of the last event about it.';
