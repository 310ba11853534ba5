-- A stretch of history for measuring lists: %(executions)s executions over %(months)s months up to now. Deterministic.
CREATE TEMP TABLE given AS
SELECT %(executions)s::int AS executions, greatest(%(executions)s / 250, 20)::int AS jobs,
    date_trunc('milliseconds', now()) - make_interval(months => %(months)s) AS since, now() AS until;

INSERT INTO jobs (
    job_id, name, status, handler, description, owner, queue, priority, when_kind, cron, timezone, tags, payload,
    definition, version, tzdata_version, next_due_at, created_at, created_by, updated_at, sequence, log_partition, log_offset
)
SELECT
    md5('job' || j)::uuid, 'job-' || j,
    CASE j %% 100 WHEN 1 THEN 'PAUSED' WHEN 2 THEN 'FAILED' WHEN 3 THEN 'RUNNING' ELSE CASE WHEN j %% 10 = 0 THEN 'SCHEDULED' ELSE 'COMPLETED' END END,
    CASE j WHEN 7 THEN 'rare.handler' ELSE 'handler-' || j %% 50 END, 'Report ' || j, 'owner-' || j %% 20,
    CASE j %% 100 WHEN 0 THEN 'gpu' ELSE 'default' END, j %% 101, 'cron', '0 3 * * *', 'UTC',
    CASE j %% 1000 WHEN 5 THEN '{"team": "billing"}'::jsonb ELSE '{}' END, '{}', '{}', 1, '2026a',
    CASE WHEN j %% 10 = 0 THEN now() + make_interval(secs => j) END, since + (until - since) * (j::float8 / jobs), 'ada', until, 5, 0, j
FROM given, generate_series(1, jobs) j;

INSERT INTO executions (
    execution_id, created_at, job_id, job_name, owner, handler, queue, priority, status, origin, occurrence, due_at,
    attempt, worker_id, waits_for, not_before, started_at, finished_at, failure_kind, error_class, error_message, result,
    backfill_id, updated_at, log_partition, log_offset
)
SELECT
    md5('run' || n)::uuid, at, md5('job' || j)::uuid, 'job-' || j, 'owner-' || j %% 20,
    CASE j WHEN 7 THEN 'rare.handler' ELSE 'handler-' || j %% 50 END,
    CASE WHEN n < executions / 1000 THEN 'former' WHEN j %% 100 = 0 THEN 'gpu' ELSE 'default' END, j %% 101, status,
    CASE WHEN n %% 100 = 0 THEN 'trigger' WHEN n BETWEEN executions / 5 AND executions / 5 + 300 THEN 'backfill' ELSE 'schedule' END,
    'o-' || n, at, 1, CASE WHEN status NOT IN ('PENDING', 'SKIPPED') THEN 'worker-' || n * 250 / executions END, 'time', at,
    CASE WHEN status NOT IN ('PENDING', 'SKIPPED') THEN at + interval '5 ms' END,
    CASE WHEN status NOT IN ('PENDING', 'RUNNING') THEN at + make_interval(secs => 1 + n %% 60) END,
    CASE status WHEN 'FAILED' THEN 'error' END, CASE status WHEN 'FAILED' THEN 'ValueError' END,
    CASE status WHEN 'FAILED' THEN 'no such report ' || n END, CASE status WHEN 'COMPLETED' THEN '{"rows": 3}'::jsonb END,
    CASE WHEN n BETWEEN executions / 5 AND executions / 5 + 300 THEN 'b-1' END, at + interval '1 min', n %% 16, n
FROM (
    SELECT n, 1 + n * 7919 %% jobs AS j, executions, since + (until - since) * (n::float8 / executions) AS at,
        CASE
            WHEN n > executions - 200 THEN 'RUNNING'
            WHEN n > executions - 1000 THEN 'PENDING'
            WHEN n %% 1000 < 15 THEN 'FAILED'
            WHEN n %% 1000 < 18 THEN 'CANCELLED'
            WHEN n %% 1000 < 20 THEN 'SKIPPED'
            ELSE 'COMPLETED'
        END AS status
    FROM given, generate_series(1::bigint, executions) n
) s;

INSERT INTO dead_letters (
    execution_id, job_id, job_name, owner, handler, queue, origin, occurrence, payload, due_at, attempts, failure_kind,
    error_class, error_message, traceback, failed_at, status, log_offset
)
SELECT execution_id, job_id, job_name, owner, handler, queue, origin, occurrence, '{}', due_at, attempt, failure_kind,
    error_class, error_message, '', finished_at,
    CASE WHEN log_offset > (SELECT executions * 0.95 FROM given) THEN 'OPEN' ELSE 'REDRIVEN' END, log_offset
FROM executions WHERE status = 'FAILED';

INSERT INTO commands (command_id, job_id, command_type, accepted, actor, decided_at, event_type, sequence, log_offset)
SELECT 'c-' || n, md5('job' || 1 + n %% jobs)::uuid, 'TriggerJob', n %% 50 > 0, 'owner-' || n %% 20,
    since + (until - since) * (n * 10::float8 / executions), 'ExecutionCreated', 2, n
FROM given, generate_series(1, executions / 10) n;

DROP TABLE given;
ANALYZE jobs, executions, dead_letters, commands;
