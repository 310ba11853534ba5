-- Who could run something: workers, the handlers they brought, and how those handlers do.

CREATE TABLE workers (
    worker_id        text PRIMARY KEY,
    instance         text NOT NULL,
    hostname         text NOT NULL,
    address          text NOT NULL,
    version          text NOT NULL,
    queue            text NOT NULL,
    labels           jsonb NOT NULL,
    handlers         jsonb NOT NULL,
    slots            integer NOT NULL,
    running          integer NOT NULL,
    held             integer NOT NULL,
    credit           integer NOT NULL,
    cpu_milli        integer NOT NULL,
    memory_mib       integer NOT NULL,
    disk_mib         integer NOT NULL,
    extra_resources  jsonb NOT NULL,
    draining         boolean NOT NULL,
    lease_ms         integer NOT NULL,
    started_at       timestamptz,
    last_seen_at     timestamptz NOT NULL,
    stopped_at       timestamptz,
    stop_reason      text,
    log_offset       bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX workers_by_queue ON workers (queue) WHERE stopped_at IS NULL;
COMMENT ON TABLE workers IS 'One row a start of a worker, as its last heartbeat told. See the view live_workers.';
COMMENT ON COLUMN workers.worker_id IS 'The worker''s incarnation: new at each start.';
COMMENT ON COLUMN workers.instance IS 'Its stable name.';
COMMENT ON COLUMN workers.hostname IS 'Host.';
COMMENT ON COLUMN workers.address IS 'Where its metrics are; empty if nowhere.';
COMMENT ON COLUMN workers.version IS 'Its Tickwheel version.';
COMMENT ON COLUMN workers.queue IS 'The queue it serves.';
COMMENT ON COLUMN workers.labels IS 'Its labels, which jobs may ask for.';
COMMENT ON COLUMN workers.handlers IS 'Names of the handlers it can run, as a JSON array.';
COMMENT ON COLUMN workers.slots IS 'Handlers it can run at once.';
COMMENT ON COLUMN workers.running IS 'Handlers that ran.';
COMMENT ON COLUMN workers.held IS 'Attempts it had claimed: running, parked and waiting.';
COMMENT ON COLUMN workers.credit IS 'Attempts it wants to hold at most.';
COMMENT ON COLUMN workers.cpu_milli IS 'CPU free, in thousandths of a core.';
COMMENT ON COLUMN workers.memory_mib IS 'Memory free, MiB.';
COMMENT ON COLUMN workers.disk_mib IS 'Disk free, MiB.';
COMMENT ON COLUMN workers.extra_resources IS 'Named resources free.';
COMMENT ON COLUMN workers.draining IS 'True if it takes no new work.';
COMMENT ON COLUMN workers.lease_ms IS 'Silence after which its attempts count as lost.';
COMMENT ON COLUMN workers.started_at IS 'When it started.';
COMMENT ON COLUMN workers.last_seen_at IS 'When it sent its last heartbeat.';
COMMENT ON COLUMN workers.stopped_at IS 'When it said that it stops; NULL if it did not.';
COMMENT ON COLUMN workers.stop_reason IS 'Why it stopped, for people.';
COMMENT ON COLUMN workers.log_offset IS 'Offset of its last record in `workers`.';

CREATE TABLE handlers (
    handler         text PRIMARY KEY,
    kind            text NOT NULL,
    description     text NOT NULL,
    payload_schema  jsonb,
    registered_by   text NOT NULL,
    registered_at   timestamptz NOT NULL,
    log_offset      bigint NOT NULL
);
COMMENT ON TABLE handlers IS 'Handlers that workers have registered.';
COMMENT ON COLUMN handlers.handler IS 'Its name, such as reports.generate_daily.';
COMMENT ON COLUMN handlers.kind IS 'async, thread, process, http or command.';
COMMENT ON COLUMN handlers.description IS 'First line of its documentation.';
COMMENT ON COLUMN handlers.payload_schema IS 'JSON Schema of its payload, if it has one.';
COMMENT ON COLUMN handlers.registered_by IS 'The worker that registered it last.';
COMMENT ON COLUMN handlers.registered_at IS 'When.';
COMMENT ON COLUMN handlers.log_offset IS 'Offset of its last record in `handlers`.';

CREATE TABLE handler_health (
    handler           text PRIMARY KEY,
    breaker           text NOT NULL,
    changed_at        timestamptz,
    retry_at          timestamptz,
    calls             integer NOT NULL,
    failures          integer NOT NULL,
    mean_duration_ms  double precision NOT NULL,
    p95_duration_ms   double precision NOT NULL,
    workers_needed    double precision NOT NULL,
    observed_at       timestamptz NOT NULL,
    log_offset        bigint NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE handler_health IS 'What the cluster thinks of each handler: its circuit breaker and how it does.';
COMMENT ON COLUMN handler_health.handler IS 'The handler.';
COMMENT ON COLUMN handler_health.breaker IS 'closed, open or half_open.';
COMMENT ON COLUMN handler_health.changed_at IS 'Since when.';
COMMENT ON COLUMN handler_health.retry_at IS 'When it may be probed, if open.';
COMMENT ON COLUMN handler_health.calls IS 'Calls in the window.';
COMMENT ON COLUMN handler_health.failures IS 'Failures in the window.';
COMMENT ON COLUMN handler_health.mean_duration_ms IS 'Mean duration in the window.';
COMMENT ON COLUMN handler_health.p95_duration_ms IS '95th percentile of durations in the window.';
COMMENT ON COLUMN handler_health.workers_needed IS 'Workers that its backlog asks for.';
COMMENT ON COLUMN handler_health.observed_at IS 'When.';
COMMENT ON COLUMN handler_health.log_offset IS 'Offset of its last record in `handler-health`.';
