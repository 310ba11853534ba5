-- Jobs, their versions and what they wait for. Names are not qualified: the migration runs in the schema it is meant
-- for, so that a rebuild can make the same tables beside the live ones.

-- Of immutable parts only, so that Postgres puts it in line: it stands several times in every row that is merged. Up to
-- the year 2096 a double holds milliseconds exactly to the microsecond that is kept; that is the quick way.
CREATE FUNCTION instant(ms bigint) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN ms <= 0 THEN NULL
        WHEN ms < 4000000000000 THEN to_timestamp(ms / 1000.0::float8)
        ELSE (timestamp '1970-01-01' + ms * interval '1 millisecond') AT TIME ZONE 'UTC'
    END;
COMMENT ON FUNCTION instant(bigint) IS 'The instant of a number of milliseconds since the epoch, as the log carries them; NULL for 0.';

-- Nearly all of a definition is nearly always left at its default. Stored in full, twice a job, it would be half of what a
-- short-lived job costs Postgres.
CREATE FUNCTION definition_in_full(definition jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '
    {"description": "", "owner": "", "tags": {}, "payload": "{}", "when": "manual", "cron": "", "interval_ms": 0,
     "run_at_ms": 0, "delay_ms": 0, "timezone": "UTC", "dst_gap": "next_valid", "dst_repeat": "first",
     "calendars": [], "start_at_ms": 0, "end_at_ms": 0, "max_runs": 0, "jitter_ms": 0, "paused": false,
     "priority": 50, "queue": "default", "labels": {}, "cpu_milli": 0, "memory_mib": 0, "disk_mib": 0,
     "extra_resources": {}, "max_retries": 3, "backoff_initial_ms": 1000, "backoff_factor": 2.0,
     "backoff_cap_ms": 3600000, "backoff_jitter": 0.25, "non_retryable": [], "timeout_ms": 300000,
     "delivery": "at_least_once", "overlap": "skip", "catch_up": "latest", "catch_up_window_ms": 300000,
     "catch_up_cap": 100, "depends_on": [], "dependency_mode": "all", "dependency_freshness_ms": 0,
     "dedup_window_ms": 0, "auto_pause_after": 0}
    '::jsonb || definition;
COMMENT ON FUNCTION definition_in_full(jsonb) IS 'A definition of jobs or job_versions with the fields that its author left at their defaults.';

CREATE TABLE jobs (
    job_id             uuid PRIMARY KEY,
    name               text NOT NULL,
    status             text NOT NULL,
    handler            text NOT NULL,
    description        text NOT NULL,
    owner              text NOT NULL,
    queue              text NOT NULL,
    priority           smallint NOT NULL,
    when_kind          text NOT NULL,
    cron               text,
    interval_ms        bigint,
    run_at             timestamptz,
    timezone           text NOT NULL,
    tags               jsonb NOT NULL,
    payload            jsonb NOT NULL,
    definition         jsonb NOT NULL,
    version            integer NOT NULL,
    tzdata_version     text NOT NULL,
    next_due_at        timestamptz,
    paused_at          timestamptz,
    pause_reason       text,
    last_execution_id  uuid,
    last_status        text,
    last_finished_at   timestamptz,
    created_at         timestamptz NOT NULL,
    created_by         text NOT NULL,
    updated_at         timestamptz NOT NULL,
    deleted_at         timestamptz,
    retired_at         timestamptz,
    sequence           bigint NOT NULL,
    log_partition      integer NOT NULL,
    log_offset         bigint NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX jobs_name ON jobs (name text_pattern_ops);
CREATE INDEX jobs_newest ON jobs (created_at DESC, job_id);
-- Most jobs of a busy cluster are one-offs that COMPLETED: a list of those reads the newest and finds them.
CREATE INDEX jobs_by_status ON jobs (status, created_at DESC) WHERE status <> 'COMPLETED';
CREATE INDEX jobs_by_handler ON jobs (handler, created_at DESC);
CREATE INDEX jobs_by_owner ON jobs (owner, created_at DESC) WHERE owner <> '';
CREATE INDEX jobs_upcoming ON jobs (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX jobs_tags ON jobs USING gin (tags jsonb_path_ops) WHERE tags <> '{}';

COMMENT ON TABLE jobs IS 'One row a job: what it is and how it stands now. A job that ended stays until its history is archived.';
COMMENT ON COLUMN jobs.job_id IS 'uuid5 of namespace and name: the same name is always the same id.';
COMMENT ON COLUMN jobs.name IS 'Unique among jobs that are not retired.';
COMMENT ON COLUMN jobs.status IS 'SCHEDULED, QUEUED, RUNNING, PAUSED, COMPLETED, FAILED or DELETED.';
COMMENT ON COLUMN jobs.handler IS 'What runs, such as reports.generate_daily.';
COMMENT ON COLUMN jobs.description IS 'Free text of its author.';
COMMENT ON COLUMN jobs.owner IS 'The user who created it.';
COMMENT ON COLUMN jobs.queue IS 'Which workers run it.';
COMMENT ON COLUMN jobs.priority IS '0 to 100, higher first. Lanes: critical from 90, high from 70, normal from 30, low below.';
COMMENT ON COLUMN jobs.when_kind IS 'What says when it runs: cron, interval, at, delay, now or manual.';
COMMENT ON COLUMN jobs.cron IS 'Cron expression, for when_kind = cron.';
COMMENT ON COLUMN jobs.interval_ms IS 'Period in milliseconds, for when_kind = interval.';
COMMENT ON COLUMN jobs.run_at IS 'Instant, for when_kind = at.';
COMMENT ON COLUMN jobs.timezone IS 'IANA zone in which cron is meant.';
COMMENT ON COLUMN jobs.tags IS 'Free key-value pairs to filter by: tags @> ''{"team": "billing"}''.';
COMMENT ON COLUMN jobs.payload IS 'What the handler gets. A payload that is not JSON is kept as a JSON string.';
COMMENT ON COLUMN jobs.definition IS 'What the author said, field by field as in the log, without what has its default: definition_in_full(definition) has everything. Its payload is JSON as text.';
COMMENT ON COLUMN jobs.version IS 'Version of the definition, from 1; see job_versions.';
COMMENT ON COLUMN jobs.tzdata_version IS 'The zone data that its due times were computed with.';
COMMENT ON COLUMN jobs.next_due_at IS 'When it is due next; NULL if nothing is planned.';
COMMENT ON COLUMN jobs.paused_at IS 'Since when its schedule is stopped; NULL if it runs.';
COMMENT ON COLUMN jobs.pause_reason IS 'Why it is paused, for people.';
COMMENT ON COLUMN jobs.last_execution_id IS 'The execution that ended last.';
COMMENT ON COLUMN jobs.last_status IS 'How the last one ended: COMPLETED, FAILED, CANCELLED or SKIPPED.';
COMMENT ON COLUMN jobs.last_finished_at IS 'When the last one ended.';
COMMENT ON COLUMN jobs.created_at IS 'When it was made.';
COMMENT ON COLUMN jobs.created_by IS 'Who made it.';
COMMENT ON COLUMN jobs.updated_at IS 'When anything about it changed last.';
COMMENT ON COLUMN jobs.deleted_at IS 'When it was deleted.';
COMMENT ON COLUMN jobs.retired_at IS 'When the scheduler forgot it, after its end; from then on the name is free.';
COMMENT ON COLUMN jobs.sequence IS 'Number of its last event: 1, 2, 3 and so on without gaps.';
COMMENT ON COLUMN jobs.log_partition IS 'Partition of `events` that holds its history.';
COMMENT ON COLUMN jobs.log_offset IS 'Offset of its last event there.';

CREATE TABLE job_versions (
    job_id      uuid NOT NULL,
    log_offset  bigint NOT NULL,
    version     integer NOT NULL,
    definition  jsonb NOT NULL,
    changed_at  timestamptz NOT NULL,
    changed_by  text NOT NULL,
    command_id  text,
    PRIMARY KEY (job_id, log_offset)
);
COMMENT ON TABLE job_versions IS 'One row a version of a job''s definition: who changed it, and when. See the view job_changes for what.';
COMMENT ON COLUMN job_versions.job_id IS 'The job.';
COMMENT ON COLUMN job_versions.log_offset IS 'Offset in `events` of the event that made this version.';
COMMENT ON COLUMN job_versions.version IS 'From 1. A name used again after its job was retired starts over.';
COMMENT ON COLUMN job_versions.definition IS 'The definition, as in jobs.';
COMMENT ON COLUMN job_versions.changed_at IS 'When.';
COMMENT ON COLUMN job_versions.changed_by IS 'Who.';
COMMENT ON COLUMN job_versions.command_id IS 'The command that asked for it; see commands.';

CREATE TABLE job_dependencies (
    job_id                 uuid NOT NULL,
    upstream_job_id        uuid NOT NULL,
    mode                   text,
    freshness_ms           bigint,
    satisfied_at           timestamptz,
    satisfied_by           uuid,
    log_offset             bigint NOT NULL,
    PRIMARY KEY (job_id, upstream_job_id)
);
CREATE INDEX job_dependencies_by_upstream ON job_dependencies (upstream_job_id);
COMMENT ON TABLE job_dependencies IS 'Which job waits for which.';
COMMENT ON COLUMN job_dependencies.job_id IS 'The job that waits.';
COMMENT ON COLUMN job_dependencies.upstream_job_id IS 'The job it waits for.';
COMMENT ON COLUMN job_dependencies.mode IS 'all: every upstream job must have completed; any: one is enough.';
COMMENT ON COLUMN job_dependencies.freshness_ms IS 'A completion older than this does not count; NULL: any age will do.';
COMMENT ON COLUMN job_dependencies.satisfied_at IS 'When the upstream job last completed.';
COMMENT ON COLUMN job_dependencies.satisfied_by IS 'The execution by which it did.';
COMMENT ON COLUMN job_dependencies.log_offset IS 'Offset in `events` of the last event about this row.';

CREATE TABLE job_placeholders (
    job_id      uuid PRIMARY KEY,
    sequence    bigint NOT NULL,
    log_offset  bigint NOT NULL
);
COMMENT ON TABLE job_placeholders IS 'Ids of jobs that others already wait for and nobody has created yet. They have a history, but no definition.';
COMMENT ON COLUMN job_placeholders.job_id IS 'The id that the job will have.';
COMMENT ON COLUMN job_placeholders.sequence IS 'Number of the last event of this id.';
COMMENT ON COLUMN job_placeholders.log_offset IS 'Offset of that event in `events`.';
