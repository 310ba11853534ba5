-- Answers to the questions that people ask most.

CREATE VIEW live_workers AS
SELECT w.*
FROM workers w
WHERE w.stopped_at IS NULL AND w.last_seen_at + w.lease_ms * interval '1 millisecond' > now();
COMMENT ON VIEW live_workers IS 'Workers whose lease has not ended, by the clock of this database.';

CREATE VIEW queues AS
SELECT
    q.queue,
    coalesce(e.pending, 0) AS pending,
    coalesce(e.queued, 0) AS queued,
    coalesce(e.running, 0) AS running,
    coalesce(e.pending_retry, 0) AS pending_retry,
    e.oldest_due_at,
    coalesce(w.workers, 0) AS workers,
    coalesce(w.slots, 0) AS slots,
    coalesce(w.busy, 0) AS busy_slots
FROM (
    SELECT DISTINCT queue FROM executions WHERE status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')
    UNION
    SELECT queue FROM live_workers
) q
LEFT JOIN (
    SELECT
        queue,
        count(*) FILTER (WHERE status = 'PENDING') AS pending,
        count(*) FILTER (WHERE status = 'QUEUED') AS queued,
        count(*) FILTER (WHERE status = 'RUNNING') AS running,
        count(*) FILTER (WHERE status = 'PENDING_RETRY') AS pending_retry,
        min(due_at) FILTER (WHERE status = 'PENDING') AS oldest_due_at
    FROM executions
    WHERE status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')
    GROUP BY queue
) e USING (queue)
LEFT JOIN (
    SELECT queue, count(*) AS workers, sum(slots) AS slots, sum(running) AS busy FROM live_workers GROUP BY queue
) w USING (queue);
COMMENT ON VIEW queues IS 'One row a queue that has work or workers: what waits, what runs, and who could run it.';
COMMENT ON COLUMN queues.queue IS 'The queue.';
COMMENT ON COLUMN queues.pending IS 'Executions that are not with a worker yet.';
COMMENT ON COLUMN queues.queued IS 'Executions in a worker''s mailbox.';
COMMENT ON COLUMN queues.running IS 'Executions that a worker has claimed.';
COMMENT ON COLUMN queues.pending_retry IS 'Executions that wait for their next attempt.';
COMMENT ON COLUMN queues.oldest_due_at IS 'Due time of the pending execution that has been due longest.';
COMMENT ON COLUMN queues.workers IS 'Live workers.';
COMMENT ON COLUMN queues.slots IS 'Their slots.';
COMMENT ON COLUMN queues.busy_slots IS 'Slots in use.';

CREATE VIEW last_runs AS
SELECT
    j.job_id, j.name, j.status AS job_status, e.execution_id, e.status, e.attempt, e.due_at, e.started_at,
    e.finished_at, e.error_class, e.error_message
FROM jobs j
CROSS JOIN LATERAL (
    SELECT * FROM executions x WHERE x.job_id = j.job_id ORDER BY x.created_at DESC LIMIT 1
) e;
COMMENT ON VIEW last_runs IS 'The newest execution of each job that has had one.';

CREATE VIEW job_changes AS
SELECT v.job_id, v.version, v.changed_at, v.changed_by, v.command_id, c.field, c.old_value, c.new_value
FROM (
    SELECT *, lag(definition) OVER (PARTITION BY job_id ORDER BY log_offset) AS previous
    FROM (
        SELECT job_id, log_offset, version, changed_at, changed_by, command_id, definition_in_full(definition) AS definition
        FROM job_versions
    ) whole
) v
CROSS JOIN LATERAL (
    SELECT n.key AS field, v.previous -> n.key AS old_value, n.value AS new_value
    FROM jsonb_each(v.definition) n
    WHERE v.previous -> n.key IS DISTINCT FROM n.value
) c
WHERE v.version > 1;
COMMENT ON VIEW job_changes IS 'Who changed which field of a job, when, from what to what.';

CREATE VIEW handler_failure_rates AS
SELECT
    handler,
    date_trunc('hour', finished_at) AS hour,
    count(*) AS ended,
    count(*) FILTER (WHERE status = 'FAILED') AS failed,
    round(count(*) FILTER (WHERE status = 'FAILED')::numeric / count(*), 4) AS failure_rate
FROM executions
WHERE status IN ('COMPLETED', 'FAILED')
GROUP BY handler, date_trunc('hour', finished_at);
COMMENT ON VIEW handler_failure_rates IS 'How many executions of each handler failed for good, by the hour in which they ended. Restrict hour and read little.';

CREATE VIEW lateness_percentiles AS
SELECT
    queue,
    date_trunc('hour', due_at) AS hour,
    count(*) AS starts,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY late_ms) AS p50_ms,
    percentile_cont(0.95) WITHIN GROUP (ORDER BY late_ms) AS p95_ms,
    percentile_cont(0.99) WITHIN GROUP (ORDER BY late_ms) AS p99_ms,
    max(late_ms) AS max_ms
FROM (
    SELECT queue, due_at, extract(epoch FROM started_at - due_at) * 1000 AS late_ms
    FROM executions
    WHERE attempt = 1 AND started_at IS NOT NULL AND finished_at IS NOT NULL AND origin <> 'backfill'
) s
GROUP BY queue, date_trunc('hour', due_at);
COMMENT ON VIEW lateness_percentiles IS 'Start after due time in milliseconds, of executions that ended with their first attempt, by queue and hour.';

CREATE VIEW upcoming_runs AS
SELECT job_id, name, handler, queue, priority, owner, next_due_at, timezone, when_kind, cron, interval_ms
FROM jobs
WHERE next_due_at IS NOT NULL AND paused_at IS NULL AND deleted_at IS NULL AND retired_at IS NULL;
COMMENT ON VIEW upcoming_runs IS 'When each job is due next. Order by next_due_at.';

CREATE VIEW waiting_executions AS
SELECT
    e.execution_id, e.job_id, e.job_name, e.owner, e.queue, e.handler, e.priority, e.status, e.attempt, e.due_at,
    e.not_before,
    greatest(now() - e.due_at, interval '0') AS overdue,
    CASE
        WHEN e.recall_reason IS NOT NULL THEN 'called back from its worker: ' || e.recall_reason
        WHEN e.waiting_reason IS NOT NULL THEN e.waiting_reason
        WHEN e.waits_for = 'turn' THEN 'another execution of the job has not ended'
        WHEN e.waits_for = 'resume' THEN 'the job is paused'
        WHEN e.waits_for = 'upstreams' THEN 'jobs that it depends on have not completed'
        WHEN e.status = 'QUEUED' THEN 'in the mailbox of worker ' || coalesce(e.worker_id, '?') || ', which has not claimed it yet'
        WHEN e.status = 'PENDING_RETRY' THEN 'attempt ' || e.attempt || ' failed; the next one is due at ' || e.not_before
        WHEN e.not_before > now() THEN 'not due yet'
        WHEN NOT EXISTS (SELECT FROM live_workers w WHERE w.queue = e.queue) THEN 'no live worker in queue ' || e.queue
        ELSE 'waits for a worker of queue ' || e.queue || ' with room'
    END AS why
FROM executions e
WHERE e.status IN ('PENDING', 'QUEUED', 'PENDING_RETRY');
COMMENT ON VIEW waiting_executions IS 'Executions that do not run yet, each with the reason.';
COMMENT ON COLUMN waiting_executions.why IS 'Why it does not run yet, for people.';
COMMENT ON COLUMN waiting_executions.overdue IS 'How long it has been due.';
