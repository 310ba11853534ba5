"""Every metric of Tickwheel, declared once. Services touch what is declared here and make no metric of their own.

Names follow Prometheus: base units, `_total` for counters. A label takes few values that a person could list; ids of jobs,
executions and workers are for logs, never for labels. `docs/metrics.md` is the list for people; a test holds it to this file.
"""

from prometheus_client import Info

from tickwheel.runtime.metric_kinds import (  # fmt: skip
    BATCH,
    COUNT,
    DURATION,
    EXPORTERS,
    LATENESS,
    REGISTRY,
    bulk_histogram,
    counter,
    gauge,
    histogram,
)

__all__ = ["EXPORTERS", "REGISTRY"]

_SCHEDULER, _WORKER, _PROJECTOR = ("scheduler",), ("worker",), ("projector",)
_API, _WATCH, _HEALTH = ("api",), ("watch",), ("health",)
_ALL = ("scheduler", "worker", "projector", "health", "api", "watch")

# What runs: counted by the scheduler when the event is committed, so each is counted once.
COMMANDS = counter(
    _SCHEDULER,
    "commands_total",
    "Commands decided, by type and decision (accepted, rejected, repeated).",
    "type",
    "decision",
)
EXECUTIONS_SCHEDULED = counter(
    _SCHEDULER,
    "executions_scheduled_total",
    "Due times and triggers that became an execution.",
    "queue",
    "lane",
)
EXECUTIONS_COMPLETED = counter(
    _SCHEDULER, "executions_completed_total", "Executions that ended well.", "queue", "lane"
)
EXECUTIONS_FAILED = counter(
    _SCHEDULER,
    "executions_failed_total",
    "Executions that failed for good, by kind (error, timed_out, lost).",
    "queue",
    "lane",
    "kind",
)
EXECUTIONS_RETRIED = counter(
    _SCHEDULER,
    "executions_retried_total",
    "Attempts that failed and will be made again.",
    "queue",
    "lane",
    "kind",
)
EXECUTIONS_CANCELLED = counter(
    _SCHEDULER, "executions_cancelled_total", "Executions that were cancelled.", "queue", "lane"
)
OCCURRENCES_SKIPPED = counter(
    _SCHEDULER, "occurrences_skipped_total", "Due times that did not run, by recorded reason.", "reason"
)
DEAD_LETTERS = counter(_SCHEDULER, "dead_letters_total", "Executions put among the dead letters.", "queue")
ATTEMPTS_LOST = counter(_SCHEDULER, "attempts_lost_total", "Attempts whose worker lost its lease.", "queue")
REPORTS_REFUSED = counter(
    _SCHEDULER,
    "reports_refused_total",
    "Claims and outcomes refused, by reason (stale attempt, unknown execution, ...).",
    "reason",
)

# How well it runs.
EXECUTION_LATENESS = bulk_histogram(
    _SCHEDULER,
    "execution_lateness_seconds",
    "Start of a first attempt after its due time.",
    LATENESS,
    "queue",
)
EXECUTION_QUEUE_TIME = bulk_histogram(
    _WORKER,
    "execution_queue_seconds",
    "From when it could run until a worker claimed it; 0 if it was claimed ahead of time.",
    LATENESS,
    "queue",
    "lane",
)
EXECUTION_DURATION = bulk_histogram(
    _SCHEDULER, "execution_duration_seconds", "Run time of an attempt.", DURATION, "queue", "handler"
)

# What waits and what runs now.
QUEUE_DEPTH = gauge(
    _SCHEDULER, "queue_depth", "Executions ready to run and waiting for a worker.", "queue", "lane"
)
QUEUE_OLDEST_WAIT = gauge(
    _SCHEDULER,
    "queue_oldest_wait_seconds",
    "How long the execution that is ready longest has waited.",
    "queue",
)
EXECUTIONS_IN_FLIGHT = gauge(
    _SCHEDULER, "executions_in_flight", "Executions dispatched and not ended.", "queue"
)
JOBS_HELD = gauge(
    _SCHEDULER, "scheduler_jobs", "Jobs held in the partitions of this scheduler, ended ones included."
)
WORKERS = gauge(
    _SCHEDULER, "workers", "Workers with a live lease, by state (active, draining).", "queue", "state"
)
WORKER_SLOTS = gauge(
    _SCHEDULER, "worker_slots", "Slots of live workers, by state (free, busy).", "queue", "state"
)
WORKERS_ADVISED = gauge(
    _SCHEDULER, "workers_advised", "Workers needed to work off the backlog in 300 s.", "queue"
)

# Scheduler.
PARTITIONS_OWNED = gauge(
    _SCHEDULER, "scheduler_partitions_owned", "Partitions of jobs that this scheduler owns and has restored."
)
REBALANCES = counter(
    _SCHEDULER,
    "scheduler_rebalances_total",
    "Changes of ownership, by kind (assigned, revoked, lost).",
    "kind",
)
RESTORE_DURATION = histogram(
    _SCHEDULER,
    "scheduler_restore_duration_seconds",
    "Restoring one partition: from assignment to first decision.",
    BATCH,
)
BATCH_DURATION = histogram(
    _SCHEDULER,
    "scheduler_batch_duration_seconds",
    "One round of the loop that did some work, commit included.",
    BATCH,
)
BATCH_INPUTS = histogram(_SCHEDULER, "scheduler_batch_inputs", "Inputs decided in one transaction.", COUNT)
TRANSACTIONS = counter(
    _SCHEDULER,
    "scheduler_transactions_total",
    "Transactions, by result (committed, aborted, unknown, fenced).",
    "result",
)
SCHEDULER_LAG = gauge(
    _SCHEDULER,
    "scheduler_lag_seconds",
    "How far the oldest due timer, or the round of the loop that is under way, is behind the clock.",
)
WHEEL_TIMERS = gauge(_SCHEDULER, "scheduler_wheel_timers", "Timers held in the wheel.")
RECALLS = counter(
    _SCHEDULER, "scheduler_recalls_total", "Attempts called back from workers, by reason.", "reason"
)
RECORDS_FORWARDED = counter(
    _SCHEDULER,
    "scheduler_records_forwarded_total",
    "Records that stood in a wrong partition and were moved to the right one.",
    "topic",
)
RECORDS_QUARANTINED = counter(
    (*_SCHEDULER, *_WORKER, *_PROJECTOR),
    "records_quarantined_total",
    "Records that could not be decoded, by reason.",
    "topic",
    "reason",
)
CLOCK_JUMPS = counter(
    _SCHEDULER,
    "clock_jumps_total",
    "Jumps of the wall clock of more than a second, by direction (forward, back).",
    "direction",
)

# Worker.
WORKER_CLAIMS = counter(
    _WORKER,
    "worker_claims_total",
    "Dispatches read by this worker, by what became of them (claimed, released, recalled).",
    "queue",
    "result",
)
WORKER_OUTCOMES = counter(
    _WORKER, "worker_outcomes_total", "Attempts reported by this worker, by result.", "queue", "result"
)
WORKER_HEARTBEATS = counter(
    _WORKER, "worker_heartbeats_total", "Heartbeats sent, by result (acknowledged, failed).", "result"
)
WORKER_LEASES_LOST = counter(
    _WORKER, "worker_leases_lost_total", "Times this worker stopped its work because its lease was ending."
)
WORKER_LOG_LINES_DROPPED = counter(
    _WORKER, "worker_log_lines_dropped_total", "Log lines of handlers left out by the rate cap.", "handler"
)
BREAKER_STATE = gauge(
    (*_WORKER, *_HEALTH),
    "breaker_state",
    "Circuit breaker of a handler: 0 closed, 1 half-open, 2 open.",
    "handler",
)
BREAKER_TRIPS = counter(
    _WORKER, "breaker_trips_total", "Times a handler's circuit breaker opened.", "handler"
)

# How handlers do over all workers in the last minute: told by `tickwheel health`.
HANDLER_FAILURE_RATIO = gauge(
    _HEALTH, "handler_failure_ratio", "Share of a handler's calls that failed, over all workers.", "handler"
)
HANDLER_DURATION_MEAN = gauge(
    _HEALTH, "handler_duration_mean_seconds", "Mean duration of a handler's calls.", "handler"
)
HANDLER_DURATION_P95 = gauge(
    _HEALTH,
    "handler_duration_p95_seconds",
    "95th percentile of the durations of a handler's calls, as a power of two milliseconds.",
    "handler",
)
HANDLER_BACKLOG = gauge(
    _HEALTH,
    "handler_backlog",
    "Executions ready to run and without a worker, in all schedulers.",
    "queue",
    "handler",
)
HANDLER_WORKERS_NEEDED = gauge(
    _HEALTH,
    "handler_workers_needed",
    "Backlog / 300 s x mean duration: workers of one slot that a handler's backlog asks for.",
    "queue",
    "handler",
)

# Projector.
PROJECTED_EVENTS = counter(_PROJECTOR, "projection_events_total", "Events written to Postgres.")
PROJECTION_BATCH_DURATION = histogram(
    _PROJECTOR, "projection_batch_duration_seconds", "One transaction of the projector.", BATCH
)
PROJECTION_LAG_TIME = gauge(
    _PROJECTOR,
    "projection_lag_seconds",
    "How long ago the tables were last known to hold the whole journal; 0 while they do.",
)
PROJECTION_LAG_EVENTS = gauge(_PROJECTOR, "projection_lag_events", "Events that are not yet in Postgres.")
PROJECTION_STOPPED = gauge(
    _PROJECTOR,
    "projection_partitions_stopped",
    "Partitions stopped by an event that cannot be applied, by reason.",
    "reason",
)

# Watch: what stands outside and looks at the whole.
JOBS = gauge(_WATCH, "jobs", "Jobs in the tables, by status; retired ones left out.", "status")
DEAD_LETTERS_OPEN = gauge(_WATCH, "dead_letters_open", "Dead letters that nobody has dealt with.")
OVERDUE = gauge(_WATCH, "overdue", "Due times and executions that should have started and have not.", "cause")
OVERDUE_OLDEST = gauge(_WATCH, "overdue_oldest_seconds", "How late the oldest of them is.", "cause")
WATCH_BLIND = gauge(
    _WATCH,
    "watch_blind",
    "1 while the tables are behind the journal, so that nobody can tell what is overdue.",
)
NOTIFICATIONS = counter(
    _WATCH,
    "notifications_total",
    "Notifications handed over for sending, by reason and channel.",
    "reason",
    "channel",
)
NOTIFICATIONS_SUPPRESSED = counter(
    _WATCH,
    "notifications_suppressed_total",
    "Notifications left out because their route had too many.",
    "channel",
)
NOTIFICATIONS_UNDELIVERED = counter(
    _WATCH,
    "notifications_undelivered_total",
    "Notifications whose last attempt to send them failed; of those that the watch sends itself, the third.",
)

# API. `route` is the template of the path, never the path itself.
HTTP_REQUESTS = counter(_API, "http_requests_total", "Requests answered.", "method", "route", "status")
HTTP_DURATION = histogram(
    _API,
    "http_request_duration_seconds",
    "From the request to the end of its answer.",
    LATENESS,
    "method",
    "route",
)
COMMAND_ANSWER_TIME = histogram(
    _API, "command_answer_seconds", "From producing a command to its decision.", LATENESS
)
ROW_CACHE_READS = counter(
    _API,
    "row_cache_reads_total",
    "Reads of a job that asked the API's own rows first, by result (hit, miss).",
    "result",
)
LIVE_CONNECTIONS = gauge(_API, "live_connections", "Open live streams, by kind (websocket, sse).", "kind")

# Every service.
SERVICE_READY = gauge(_ALL, "service_ready", "1 when the service is ready, else 0.", "service")
SERVICE_RETRIES = counter(
    _ALL, "service_retries_total", "Retriable faults that a service has gone on from.", "service"
)
EXPORTERS["tickwheel_build_info"] = _ALL
BUILD = Info("tickwheel_build", "What is running: version of Tickwheel and of Python.", registry=REGISTRY)
