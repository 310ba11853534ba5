-- Questions about a stretch of time read that stretch only, however much history there is.

-- Rows come into a month in about the order in which they ended: then a few bytes for every megabyte find an hour of them.
CREATE INDEX executions_by_end ON ended_executions USING brin (finished_at) WITH (autosummarize = on);

-- A condition on `hour` picks hours before anything is read for them.
CREATE OR REPLACE VIEW handler_failure_rates AS
SELECT e.handler, h.hour, e.ended, e.failed, round(e.failed::numeric / e.ended, 4) AS failure_rate
FROM generate_series(
    (SELECT date_trunc('hour', min(created_at)) FROM executions), now(), interval '1 hour'
) AS h (hour)
CROSS JOIN LATERAL (
    SELECT handler, count(*) AS ended, count(*) FILTER (WHERE status = 'FAILED') AS failed
    FROM executions
    WHERE finished_at >= h.hour AND finished_at < h.hour + interval '1 hour' AND status IN ('COMPLETED', 'FAILED')
    GROUP BY handler
) e;

-- What was caught up on was due before it was created: hence the week.
CREATE OR REPLACE VIEW lateness_percentiles AS
SELECT e.queue, h.hour, e.starts, e.p50_ms, e.p95_ms, e.p99_ms, e.max_ms
FROM generate_series(
    (SELECT date_trunc('hour', min(created_at)) - interval '7 days' FROM executions), now(), interval '1 hour'
) AS h (hour)
CROSS JOIN LATERAL (
    SELECT
        queue,
        count(*) AS starts,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY late_ms) AS p50_ms,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY late_ms) AS p95_ms,
        percentile_cont(0.99) WITHIN GROUP (ORDER BY late_ms) AS p99_ms,
        max(late_ms) AS max_ms
    FROM (
        SELECT queue, extract(epoch FROM started_at - due_at) * 1000 AS late_ms
        FROM executions
        WHERE due_at >= h.hour AND due_at < h.hour + interval '1 hour'
          AND attempt = 1 AND started_at IS NOT NULL AND finished_at IS NOT NULL AND origin <> 'backfill'
    ) s
    GROUP BY queue
) e;

COMMENT ON VIEW handler_failure_rates IS 'How many executions of each handler failed for good, by the hour in which they ended. Say which hours: WHERE hour >= now() - interval ''1 day''.';
COMMENT ON VIEW lateness_percentiles IS 'Start after due time in milliseconds, of executions that ended with their first attempt, by queue and hour. Say which hours: WHERE hour >= now() - interval ''1 day''.';

COMMENT ON COLUMN handler_failure_rates.hour IS 'The hour in which they ended, by its beginning.';
COMMENT ON COLUMN handler_failure_rates.ended IS 'Executions that completed or failed for good.';
COMMENT ON COLUMN handler_failure_rates.failed IS 'Those that failed for good, after all their attempts.';
COMMENT ON COLUMN handler_failure_rates.failure_rate IS 'failed / ended, from 0 to 1.';
COMMENT ON COLUMN lateness_percentiles.hour IS 'The hour in which they were due, by its beginning.';
COMMENT ON COLUMN lateness_percentiles.starts IS 'Executions that this row is about.';
COMMENT ON COLUMN lateness_percentiles.p50_ms IS 'Half of them started no later than this.';
COMMENT ON COLUMN lateness_percentiles.p95_ms IS '95 of 100 started no later than this.';
COMMENT ON COLUMN lateness_percentiles.p99_ms IS '99 of 100 started no later than this.';
COMMENT ON COLUMN lateness_percentiles.max_ms IS 'The latest start.';
COMMENT ON COLUMN last_runs.job_status IS 'How the job stands now.';
COMMENT ON COLUMN last_runs.status IS 'How the execution stands now.';
COMMENT ON COLUMN job_changes.version IS 'The version that the change made.';
COMMENT ON COLUMN job_changes.field IS 'The field of the definition.';
COMMENT ON COLUMN job_changes.old_value IS 'What it was before; NULL if there was nothing.';
COMMENT ON COLUMN job_changes.new_value IS 'What it is since.';

-- A column that a view takes from a table as it is means what it means there.
DO $$
DECLARE
    same record;
BEGIN
    FOR same IN
        SELECT v.attrelid::regclass AS view, v.attname AS name, col_description(t.attrelid, t.attnum) AS meaning
        FROM (VALUES
            ('live_workers', 'workers'), ('last_runs', 'executions'), ('last_runs', 'jobs'), ('job_changes', 'job_versions'),
            ('handler_failure_rates', 'executions'), ('lateness_percentiles', 'executions'), ('upcoming_runs', 'jobs'),
            ('waiting_executions', 'executions')
        ) AS of (view, base)
        JOIN pg_attribute v ON v.attrelid = of.view::regclass
        JOIN pg_attribute t ON t.attrelid = of.base::regclass AND t.attname = v.attname AND t.attnum > 0
        WHERE v.attnum > 0 AND col_description(v.attrelid, v.attnum) IS NULL
    LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', same.view, same.name, same.meaning);
    END LOOP;
END
$$;
