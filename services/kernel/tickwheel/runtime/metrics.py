"""Every metric of Tickwheel, declared once. Services touch what is declared here and make no metric of their own.

Names follow Prometheus: base units, `_total` for counters. A label takes few values that a person could list; ids of jobs,
executions and workers are for logs, never for labels. `docs/metrics.md` is the list for people; a test holds it to this file.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info

REGISTRY = CollectorRegistry()

# From a tenth of a millisecond (a start on time) to a minute (an outage).
_LATENESS = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60)
# From a no-op handler to a batch run of a day.
_DURATION = (0.001, 0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400)
# From an idle transaction to a broker in trouble.
_BATCH = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10)
_COUNT = (1, 10, 50, 100, 250, 500, 1_000, 2_000, 5_000)


def _counter(name: str, help_: str, *labels: str) -> Counter:
    return Counter(f"tickwheel_{name}", help_, labels, registry=REGISTRY)


def _gauge(name: str, help_: str, *labels: str) -> Gauge:
    return Gauge(f"tickwheel_{name}", help_, labels, registry=REGISTRY)


def _histogram(name: str, help_: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"tickwheel_{name}", help_, labels, registry=REGISTRY, buckets=buckets)


# What runs: counted by the scheduler when the event is committed, so each is counted once.
COMMANDS = _counter(
    "commands_total",
    "Commands decided, by type and decision (accepted, rejected, repeated).",
    "type",
    "decision",
)
EXECUTIONS_SCHEDULED = _counter(
    "executions_scheduled_total", "Due times and triggers that became an execution.", "queue", "lane"
)
EXECUTIONS_COMPLETED = _counter("executions_completed_total", "Executions that ended well.", "queue", "lane")
EXECUTIONS_FAILED = _counter(
    "executions_failed_total",
    "Executions that failed for good, by kind (error, timed_out, lost).",
    "queue",
    "lane",
    "kind",
)
EXECUTIONS_RETRIED = _counter(
    "executions_retried_total", "Attempts that failed and will be made again.", "queue", "lane", "kind"
)
EXECUTIONS_CANCELLED = _counter(
    "executions_cancelled_total", "Executions that were cancelled.", "queue", "lane"
)
OCCURRENCES_SKIPPED = _counter(
    "occurrences_skipped_total", "Due times that gave no execution, by recorded reason.", "reason"
)
DEAD_LETTERS = _counter("dead_letters_total", "Executions put among the dead letters.", "queue")
ATTEMPTS_LOST = _counter("attempts_lost_total", "Attempts whose worker lost its lease.", "queue")
REPORTS_REFUSED = _counter(
    "reports_refused_total",
    "Claims and outcomes refused, by reason (stale attempt, unknown execution, ...).",
    "reason",
)

# How well it runs.
EXECUTION_LATENESS = _histogram(
    "execution_lateness_seconds", "Start of a first attempt after its due time.", _LATENESS, "queue"
)
EXECUTION_QUEUE_TIME = _histogram(
    "execution_queue_seconds", "From ready to run until claimed by a worker.", _LATENESS, "queue", "lane"
)
EXECUTION_DURATION = _histogram(
    "execution_duration_seconds", "Run time of an attempt.", _DURATION, "queue", "handler"
)

# What waits and what runs now.
JOBS_HELD = _gauge("jobs", "Jobs held in the partitions of this scheduler, by status.", "status")
QUEUE_DEPTH = _gauge("queue_depth", "Executions ready to run and waiting for a worker.", "queue", "lane")
QUEUE_OLDEST_WAIT = _gauge(
    "queue_oldest_wait_seconds", "How long the execution that is ready longest has waited.", "queue"
)
EXECUTIONS_IN_FLIGHT = _gauge("executions_in_flight", "Executions dispatched and not ended.", "queue")
WORKERS = _gauge("workers", "Workers with a live lease, by state (active, draining).", "queue", "state")
WORKER_SLOTS = _gauge("worker_slots", "Slots of live workers, by state (free, busy).", "queue", "state")
WORKERS_ADVISED = _gauge("workers_advised", "Workers needed to work off the backlog in 300 s.", "queue")

# Scheduler.
PARTITIONS_OWNED = _gauge(
    "scheduler_partitions_owned", "Partitions of jobs that this scheduler owns and has restored."
)
REBALANCES = _counter(
    "scheduler_rebalances_total", "Changes of ownership, by kind (assigned, revoked, lost).", "kind"
)
RESTORE_DURATION = _histogram(
    "scheduler_restore_duration_seconds",
    "Restoring one partition: from assignment to first decision.",
    _BATCH,
)
BATCH_DURATION = _histogram(
    "scheduler_batch_duration_seconds", "One round of the loop that did some work, commit included.", _BATCH
)
BATCH_INPUTS = _histogram("scheduler_batch_inputs", "Inputs decided in one transaction.", _COUNT)
TRANSACTIONS = _counter(
    "scheduler_transactions_total", "Transactions, by result (committed, aborted, unknown, fenced).", "result"
)
SCHEDULER_LAG = _gauge("scheduler_lag_seconds", "How far the oldest due timer is behind the clock.")
WHEEL_TIMERS = _gauge("scheduler_wheel_timers", "Timers held in the wheel.")
RECALLS = _counter(
    "scheduler_recalls_total", "Recalled executions, by result (recalled, too_late, lease_lost).", "result"
)
RECORDS_FORWARDED = _counter(
    "scheduler_records_forwarded_total",
    "Records that stood in a wrong partition and were moved to the right one.",
    "topic",
)
RECORDS_QUARANTINED = _counter(
    "records_quarantined_total", "Records that could not be decoded, by reason.", "topic", "reason"
)
CLOCK_JUMPS = _counter(
    "clock_jumps_total",
    "Jumps of the wall clock of more than a second, by direction (forward, back).",
    "direction",
)

# Worker.
WORKER_CLAIMS = _counter(
    "worker_claims_total",
    "Dispatches read by this worker, by what became of them (claimed, released, recalled).",
    "queue",
    "result",
)
WORKER_OUTCOMES = _counter(
    "worker_outcomes_total", "Attempts reported by this worker, by result.", "queue", "result"
)
WORKER_HEARTBEATS = _counter(
    "worker_heartbeats_total", "Heartbeats sent, by result (acknowledged, failed).", "result"
)
WORKER_LEASES_LOST = _counter(
    "worker_leases_lost_total", "Times this worker stopped its work because its lease was ending."
)
WORKER_LOG_LINES_DROPPED = _counter(
    "worker_log_lines_dropped_total", "Log lines of handlers left out by the rate cap.", "handler"
)
BREAKER_STATE = _gauge(
    "breaker_state", "Circuit breaker of a handler: 0 closed, 1 half-open, 2 open.", "handler"
)
BREAKER_TRIPS = _counter("breaker_trips_total", "Times a handler's circuit breaker opened.", "handler")

# Projector.
PROJECTED_EVENTS = _counter("projection_events_total", "Events written to Postgres.")
PROJECTION_BATCH_DURATION = _histogram(
    "projection_batch_duration_seconds", "One transaction of the projector.", _BATCH
)
PROJECTION_LAG_TIME = _gauge("projection_lag_seconds", "Age of the oldest event that is not yet in Postgres.")
PROJECTION_LAG_EVENTS = _gauge("projection_lag_events", "Events that are not yet in Postgres.")
PROJECTION_STOPPED = _gauge(
    "projection_partitions_stopped",
    "Partitions stopped by an event that cannot be applied, by reason.",
    "reason",
)

# API. `route` is the template of the path, never the path itself.
HTTP_REQUESTS = _counter("http_requests_total", "Requests answered.", "method", "route", "status")
HTTP_DURATION = _histogram(
    "http_request_duration_seconds",
    "From the request to the end of its answer.",
    _LATENESS,
    "method",
    "route",
)
COMMAND_ANSWER_TIME = _histogram(
    "command_answer_seconds", "From producing a command to its decision.", _LATENESS
)
ROW_CACHE_READS = _counter(
    "row_cache_reads_total",
    "Reads of a job that asked the API's own rows first, by result (hit, miss).",
    "result",
)
LIVE_CONNECTIONS = _gauge("live_connections", "Open live streams, by kind (websocket, sse).", "kind")

# Every service.
SERVICE_READY = _gauge("service_ready", "1 when the service is ready, else 0.", "service")
SERVICE_RETRIES = _counter(
    "service_retries_total", "Retriable faults that a service has gone on from.", "service"
)
BUILD = Info("tickwheel_build", "What is running: version of Tickwheel and of Python.", registry=REGISTRY)
