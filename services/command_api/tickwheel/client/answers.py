"""What the API takes and answers, as types. Made of docs/openapi.json by `python -m tests.contract.api`; do not edit."""

from __future__ import annotations  # a shape may name one that stands below it

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

Item = TypeVar("Item")

Json = dict[str, Any]


class Items(TypedDict, Generic[Item]):
    """A whole, short list."""

    items: list[Item]


class Page(TypedDict, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: NotRequired[str | None]
    """Cursor of the next page; none on the last one."""
    total: NotRequired[int | None]
    """How many there are, 10,000 at most."""
    total_is_exact: NotRequired[bool | None]
    """False if there are more than `total`."""


class Attempt(TypedDict):
    execution_id: str
    attempt: int
    created_at: str
    job_id: str
    status: str
    worker_id: str | None
    dispatched_at: str | None
    not_before: str | None
    claimed_at: str | None
    started_at: str | None
    finished_at: str | None
    failure_kind: str | None
    error_class: str | None
    error_message: str | None
    traceback: str | None
    recall_reason: str | None
    log_offset: int


class AuditEntry(TypedDict):
    command_id: str
    job_id: str
    job_name: str | None
    owner: str | None
    command_type: str
    accepted: bool
    actor: str
    decided_at: str
    event_type: str
    sequence: int
    execution_id: str | None
    code: str | None
    field: str | None
    message: str | None


class AuditPage(TypedDict):
    items: list[AuditEntry]
    next: NotRequired[str | None]
    total: NotRequired[int | None]
    total_is_exact: NotRequired[bool | None]


class BackfillBody(TypedDict):
    job: str
    """Name or id."""
    since: str
    """First instant of the range."""
    until: str
    """First instant after it."""
    rate_per_minute: NotRequired[int]
    """0: the cluster's default."""
    dry_run: NotRequired[bool]
    """Only say what would run."""


class BatchResult(TypedDict):
    status: int
    result: Decision | ProblemDocument


class BatchResults(TypedDict):
    accepted: int
    items: list[BatchResult]


class BegunOperation(TypedDict):
    operation_id: str
    status: str


class BulkBody(TypedDict):
    action: Literal[
        "pause_jobs",
        "resume_jobs",
        "trigger_jobs",
        "delete_jobs",
        "cancel_executions",
        "retry_executions",
        "retry_dead_letters",
        "dismiss_dead_letters",
    ]
    filter: NotRequired[Json]
    """As the filters of the list: handler, queue, owner, job ... or `ids`, a list of them."""
    q: NotRequired[str]
    """Search, as in the list."""
    dry_run: NotRequired[bool]
    """Only say how many it is about."""


class Calendar(TypedDict):
    calendar_id: str
    name: str
    effect: Literal["exclude", "hold"]
    everywhere: bool
    timezone: str
    days: list[str]
    windows: list[WindowShown]
    description: str
    version: int
    defined_at: str
    defined_by: str
    log_offset: int
    jobs: list[JobNamed]
    """Those that name it; of a user none are told."""


class CalendarBody(TypedDict):
    effect: Literal["exclude", "hold"]
    """exclude: due times inside are skipped; hold: they wait until it is over."""
    everywhere: NotRequired[bool]
    """For every job, as a maintenance window."""
    timezone: NotRequired[str]
    days: NotRequired[list[str]]
    """Whole days."""
    windows: NotRequired[list[Window]]
    description: NotRequired[str]


class CalendarLine(TypedDict):
    calendar_id: str
    name: str
    effect: Literal["exclude", "hold"]
    everywhere: bool
    timezone: str
    days: list[str]
    windows: list[WindowShown]
    description: str
    version: int
    defined_at: str
    defined_by: str
    log_offset: int


class CancelBody(TypedDict):
    reason: NotRequired[str]


class Count(TypedDict):
    total: int
    total_is_exact: bool


class DeadLetter(TypedDict):
    """A dead letter with all that is needed to understand it."""

    execution_id: str
    job_id: str
    job_name: str
    owner: str
    handler: str
    queue: str
    origin: str
    due_at: str | None
    attempts: int
    failure_kind: str
    error_class: str | None
    error_message: str | None
    failed_at: str
    status: str
    resolved_at: str | None
    resolved_by: str | None
    resolution: str | None
    new_execution_id: str | None
    occurrence: str
    payload: Any
    traceback: str | None
    log_offset: int


class DeadLetterGroup(TypedDict):
    fingerprint: str
    """Filter of /dead-letter and of bulk operations."""
    handler: str
    error_class: str
    failure_kind: str
    template: str
    """The message with # for ids and numbers."""
    count: int
    jobs: int
    first_at: str
    last_at: str
    last_message: str
    last_execution_id: str
    last_job_name: str


class DeadLetterGroups(TypedDict):
    items: list[DeadLetterGroup]


class DeadLetterLine(TypedDict):
    """A dead letter in a list."""

    execution_id: str
    job_id: str
    job_name: str
    owner: str
    handler: str
    queue: str
    origin: str
    due_at: str | None
    attempts: int
    failure_kind: str
    error_class: str | None
    error_message: str | None
    failed_at: str
    status: str
    resolved_at: str | None
    resolved_by: str | None
    resolution: str | None
    new_execution_id: str | None


class Decision(TypedDict):
    """The answer to a command. Read with `min_offset` = `offset`, and the tables show what it changed."""

    job_id: str
    command_id: str
    decided: bool
    """False: it is safe in the log, and will be decided."""
    status: NotRequired[str]
    """The job's status after it."""
    version: NotRequired[int]
    """The version of the definition after it."""
    execution_id: NotRequired[str]
    """The execution that it made."""
    deduplicated: NotRequired[bool]
    """True if it fell into the dedup window."""
    backfill: NotRequired[dict[str, int]]
    """What a backfill does or would do."""
    offset: NotRequired[str]
    """Offset token, `partition:offset`."""


class Dependency(TypedDict):
    upstream_job_id: str
    name: str | None
    """None if the tables do not know the job, or it is another owner's."""
    mode: str
    freshness_ms: int | None
    satisfied_at: str | None
    satisfied_by: str | None


class Difference(TypedDict):
    field: str
    before: Any
    after: Any


class DrainBody(TypedDict):
    deadline_s: NotRequired[int]
    """What still runs then is ended."""


class Draining(TypedDict):
    worker_id: str
    draining: bool


class Event(TypedDict):
    """An event of the journal. What else it has follows from its type: see the AsyncAPI document."""

    offset: int
    type: str
    job_id: str
    sequence: int
    at_ms: int
    job_status: str
    cause_id: str
    """The command that caused it."""
    actor: str


class Execution(TypedDict):
    """An execution with its attempts."""

    execution_id: str
    job_id: str
    job_name: str
    owner: str
    handler: str
    queue: str
    priority: int
    status: Literal[
        "PENDING",
        "QUEUED",
        "RUNNING",
        "COMPLETED",
        "FAILED",
        "PENDING_RETRY",
        "CANCELLED",
        "DEDUPLICATED",
        "SKIPPED",
    ]
    origin: str
    attempt: int
    worker_id: str | None
    waiting_reason: str | None
    due_at: str | None
    not_before: str | None
    started_at: str | None
    finished_at: str | None
    failure_kind: str | None
    error_class: str | None
    error_message: str | None
    backfill_id: str | None
    retry_of: str | None
    created_at: str
    updated_at: str
    occurrence: str
    scheduled_at: str | None
    waits_for: str | None
    recall_reason: str | None
    result: Any
    payload: Any
    dedup_key: str | None
    chain: Any
    log_partition: int
    log_offset: int
    progress: float | None
    progress_message: str | None
    attempts: list[Attempt]


class ExecutionLine(TypedDict):
    """An execution in a list."""

    execution_id: str
    job_id: str
    job_name: str
    owner: str
    handler: str
    queue: str
    priority: int
    status: Literal[
        "PENDING",
        "QUEUED",
        "RUNNING",
        "COMPLETED",
        "FAILED",
        "PENDING_RETRY",
        "CANCELLED",
        "DEDUPLICATED",
        "SKIPPED",
    ]
    origin: str
    attempt: int
    worker_id: str | None
    waiting_reason: str | None
    due_at: str | None
    not_before: str | None
    started_at: str | None
    finished_at: str | None
    failure_kind: str | None
    error_class: str | None
    error_message: str | None
    backfill_id: str | None
    retry_of: str | None
    created_at: str
    updated_at: str


class FieldFault(TypedDict):
    field: str
    message: str


class FieldValues(TypedDict):
    items: list[str]


class FreshToken(TypedDict):
    token_id: str
    name: str
    scopes: list[Literal["view", "run", "manage", "operate"]]
    created_at: str
    expires_at: str | None
    token: str
    """Shown here, and never again."""


class Graph(TypedDict):
    """Jobs and what they wait for."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    truncated: bool


class GraphEdge(TypedDict):
    upstream_job_id: str
    job_id: str
    """The job that waits."""
    mode: str | None
    freshness_ms: int | None
    satisfied_at: str | None
    """When the upstream last completed for it; none: it waits."""
    satisfied_by: str | None


class GraphNode(TypedDict):
    job_id: str
    name: str
    status: str
    handler: str
    queue: str
    owner: str
    when_kind: str
    next_due_at: str | None
    paused_at: str | None
    deleted_at: str | None
    last_execution_id: str | None
    last_status: str | None
    last_finished_at: str | None
    live_execution_id: str | None
    """The newest execution that has not ended."""
    live_status: str | None


class Handler(TypedDict):
    handler: str
    kind: str
    description: str | None
    payload_schema: Json | None
    registered_at: str
    live_workers: int
    breaker: str | None
    calls: int | None
    failures: int | None
    mean_duration_ms: float | None
    p95_duration_ms: float | None
    workers_needed: int | None
    retry_at: str | None


class Health(TypedDict):
    status: Literal["live", "ready"]


class History(TypedDict):
    items: list[Event]
    complete: bool
    """False if the history begins earlier than this."""
    state: StateThen | None


class HourOutcomes(TypedDict):
    day: str
    """A day of the zone, as 2026-01-31."""
    hour: int
    """0 to 23, by the zone's wall clock."""
    completed: int
    failed: int
    cancelled: int
    skipped: int
    """Skipped or deduplicated."""
    live: int
    """Not ended yet."""
    total: int


class Job(TypedDict):
    """A job with all that is known of it."""

    job_id: str
    name: str
    status: Literal["SCHEDULED", "QUEUED", "RUNNING", "PAUSED", "COMPLETED", "FAILED", "DELETED"]
    handler: str
    description: str
    owner: str
    queue: str
    priority: int
    when_kind: Literal["cron", "interval", "at", "delay", "now", "manual"]
    cron: str | None
    interval_ms: int | None
    run_at: str | None
    timezone: str
    tags: dict[str, str]
    version: int
    next_due_at: str | None
    paused_at: str | None
    pause_reason: str | None
    last_execution_id: str | None
    last_status: str | None
    last_finished_at: str | None
    created_at: str
    created_by: str
    updated_at: str
    payload: Any
    definition: Json
    """What its author said, as the log carries it."""
    tzdata_version: str | None
    deleted_at: str | None
    retired_at: str | None
    sequence: int
    """How many events it has had."""
    log_partition: int
    log_offset: int
    """Of its last event in the journal."""
    depends_on: list[Dependency]


class JobChanges(TypedDict):
    """Each version with what it changed, the newest first."""

    items: list[VersionChanges]


class JobLine(TypedDict):
    """A job in a list."""

    job_id: str
    name: str
    status: Literal["SCHEDULED", "QUEUED", "RUNNING", "PAUSED", "COMPLETED", "FAILED", "DELETED"]
    handler: str
    description: str
    owner: str
    queue: str
    priority: int
    when_kind: Literal["cron", "interval", "at", "delay", "now", "manual"]
    cron: str | None
    interval_ms: int | None
    run_at: str | None
    timezone: str
    tags: dict[str, str]
    version: int
    next_due_at: str | None
    paused_at: str | None
    pause_reason: str | None
    last_execution_id: str | None
    last_status: str | None
    last_finished_at: str | None
    created_at: str
    created_by: str
    updated_at: str


class JobNamed(TypedDict):
    job_id: str
    name: str


class JobSpec(TypedDict):
    """Exactly one of schedule, interval, run_at, delay and now says when; none: only by trigger or dependency."""

    name: str
    handler: str
    description: NotRequired[str]
    owner: NotRequired[str]
    """Whose job it is; yours if left out."""
    tags: NotRequired[dict[str, str]]
    payload: NotRequired[Json]
    schedule: NotRequired[str | None]
    """Cron expression, five fields or six with seconds first."""
    interval: NotRequired[str | None]
    """Interval as text: 15m, 1d12h or PT15M."""
    interval_ms: NotRequired[int | None]
    run_at: NotRequired[str | None]
    delay: NotRequired[str | None]
    """Delay as text: 90s, 15m or PT15M."""
    delay_ms: NotRequired[int | None]
    now: NotRequired[bool]
    timezone: NotRequired[str]
    dst_gap: NotRequired[Literal["next_valid", "skip", "shift"]]
    dst_repeat: NotRequired[Literal["first", "second", "both"]]
    calendars: NotRequired[list[str]]
    start_at: NotRequired[str | None]
    end_at: NotRequired[str | None]
    max_runs: NotRequired[int]
    jitter_ms: NotRequired[int]
    paused: NotRequired[bool]
    priority: NotRequired[int]
    queue: NotRequired[str]
    labels: NotRequired[dict[str, str]]
    cpu_milli: NotRequired[int]
    memory_mib: NotRequired[int]
    disk_mib: NotRequired[int]
    extra_resources: NotRequired[dict[str, int]]
    max_retries: NotRequired[int]
    backoff_initial_ms: NotRequired[int]
    backoff_factor: NotRequired[float]
    backoff_cap_ms: NotRequired[int]
    backoff_jitter: NotRequired[float]
    non_retryable: NotRequired[list[str]]
    timeout_ms: NotRequired[int]
    delivery: NotRequired[Literal["at_least_once", "at_most_once"]]
    overlap: NotRequired[Literal["skip", "buffer_one", "buffer_all", "cancel_running", "allow"]]
    catch_up: NotRequired[Literal["skip", "latest", "all"]]
    catch_up_window_ms: NotRequired[int]
    catch_up_cap: NotRequired[int]
    depends_on: NotRequired[list[str]]
    """Jobs that must have completed, by name or id."""
    dependency_mode: NotRequired[Literal["all", "any"]]
    dependency_freshness_ms: NotRequired[int]
    dedup_window_ms: NotRequired[int]
    auto_pause_after: NotRequired[int]
    allow_unknown_handler: NotRequired[bool]


class LastHour(TypedDict):
    completed: int
    failed: int
    cancelled: int
    skipped: int


class LogLine(TypedDict):
    attempt: int
    line: int
    logged_at: str
    level: str
    message: str
    fields: Any
    dropped: int | None
    """Lines before it that were too many to keep."""


class LogLines(TypedDict):
    items: list[LogLine]
    ended: bool
    """The execution has ended: no more lines will come."""


class Minute(TypedDict):
    minute: str
    completed: int
    failed: int


class NewToken(TypedDict):
    name: str
    """What it is for."""
    user: NotRequired[str]
    """On whose behalf; yourself if left out."""
    scopes: list[Literal["view", "run", "manage", "operate"]]
    expires_at: NotRequired[str | None]


class NewUser(TypedDict):
    name: str
    role: NotRequired[Literal["user", "admin"]]
    password: str


class NextRun(TypedDict):
    due_at: str
    local: str
    note: str


class NextRuns(TypedDict):
    items: list[NextRun]
    timezone: str
    tzdata_version: NotRequired[str]
    """Left out where nothing will run."""


class Operation(TypedDict):
    """A bulk operation and how far it has come."""

    operation_id: str
    action: str
    filter: Json
    search: str
    actor: str
    status: Literal["RUNNING", "COMPLETED", "FAILED"]
    done: int
    """Commands that were accepted so far."""
    refused: int
    last_refusal: str | None
    started_at: str
    updated_at: str
    ended_at: str | None


class PastCalendar(TypedDict):
    """What was due in each hour, and how it ended. Hours without anything are left out."""

    timezone: str
    since: str
    until: str
    items: list[HourOutcomes]


class PauseBody(TypedDict):
    reason: NotRequired[str]


class ProblemDocument(TypedDict):
    """What every refusal looks like."""

    type: str
    title: str
    status: int
    code: str
    """A stable word for programs."""
    detail: str
    """A sentence for people."""
    errors: NotRequired[list[FieldFault]]


class Queue(TypedDict):
    queue: str
    pending: int
    queued: int
    running: int
    pending_retry: int
    oldest_due_at: str | None
    workers: int
    slots: int
    busy_slots: int


class RedriveBody(TypedDict):
    payload: NotRequired[Json | None]
    """Instead of the original."""


class ResumeBody(TypedDict):
    missed: NotRequired[Literal["skip", "latest", "all"]]
    """What becomes of the due times of the pause."""


class RevokedToken(TypedDict):
    token_id: str
    revoked: bool


class Skipped(TypedDict):
    """Due times that did not run."""

    occurrence: str | None
    due_at: str | None
    last_due_at: str | None
    count: int
    more: bool
    """There were more than were counted."""
    reason_code: str
    reason: str
    dedup_key: str | None
    first_execution_id: str | None
    skipped_at: str


class Slots(TypedDict):
    live: int
    slots: int
    busy_slots: int
    draining: int


class StateThen(TypedDict):
    status: str
    sequence: int
    version: NotRequired[int]
    """Left out where its definition is older than what was read."""
    definition: NotRequired[Json]


class Summary(TypedDict):
    """The figures of the overview."""

    jobs: dict[str, int]
    """By status, without those that have ended."""
    executions: dict[str, int]
    """By status, those that have not ended."""
    queue_depth: int
    running: int
    last_hour: LastHour
    throughput: list[Minute]
    dead_letters: int
    workers: Slots


class Throughput(TypedDict):
    step_s: int
    items: list[ThroughputStep]


class ThroughputStep(TypedDict):
    at: str
    completed: int
    failed: int
    cancelled: int
    mean_duration_ms: float | None
    p95_late_ms: float | None
    """Start after due of scheduled runs."""


class Timeline(TypedDict):
    """Attempts that ran in a window, the newest first."""

    since: str
    until: str
    items: list[TimelineAttempt]
    truncated: bool
    """There are more than were asked for: ask for a shorter window."""


class TimelineAttempt(TypedDict):
    execution_id: str
    attempt: int
    status: str
    execution_status: str
    origin: str
    job_id: str
    job_name: str
    handler: str
    queue: str
    worker_id: str | None
    worker: str | None
    """The stable name of the worker."""
    due_at: str
    started_at: str
    finished_at: str | None
    failure_kind: str | None
    error_class: str | None


class Token(TypedDict):
    token_id: str
    name: str
    user_name: str
    scopes: list[Literal["view", "run", "manage", "operate"]]
    created_at: str
    created_by: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


class TriggerBody(TypedDict):
    payload: NotRequired[Json | None]
    """Instead of the job's own."""
    run_at: NotRequired[str | None]
    """When to run; now if left out."""
    dedup_key: NotRequired[str]
    priority: NotRequired[int | None]


class UpcomingCalendar(TypedDict):
    """The next runs of the whole fleet, the soonest first. Jitter and calendars are not in it."""

    until: str
    items: list[UpcomingRun]
    jobs: list[UpcomingJob]
    complete_until: str
    """Before this nothing is missing, but for jobs with `has_more`."""
    jobs_are_complete: bool
    """False if there are more jobs than were looked at."""


class UpcomingJob(TypedDict):
    job_id: str
    name: str
    handler: str
    queue: str
    owner: str
    timezone: str
    runs: int
    """How many of its runs are told."""
    has_more: bool
    """It runs more often than is told."""


class UpcomingRun(TypedDict):
    job_id: str
    due_at: str


class User(TypedDict):
    user_id: str
    name: str
    role: Literal["user", "admin"]
    created_at: str
    created_by: str
    disabled_at: str | None


class UserChange(TypedDict):
    role: NotRequired[Literal["user", "admin"] | None]
    password: NotRequired[str | None]
    disabled: NotRequired[bool | None]


class Validation(TypedDict):
    """What creating the job would come to. The scheduler has the last word."""

    valid: bool
    errors: list[FieldFault]
    """Why it would be refused."""
    warnings: list[FieldFault]
    """What is worth a second look."""
    next: list[NextRun]
    timezone: str


class Version(TypedDict):
    version: int
    changed_at: str
    changed_by: str
    command_id: str | None
    definition: Json


class VersionChanges(TypedDict):
    version: int
    changed_at: str
    changed_by: str
    command_id: str | None
    changes: list[Difference]


class VersionDiff(TypedDict):
    from_version: int
    to_version: int
    changes: list[Difference]


class Why(TypedDict):
    """Why an execution does not run, in a sentence."""

    execution_id: str
    job_id: str
    job_name: str
    owner: str
    status: Literal[
        "PENDING",
        "QUEUED",
        "RUNNING",
        "COMPLETED",
        "FAILED",
        "PENDING_RETRY",
        "CANCELLED",
        "DEDUPLICATED",
        "SKIPPED",
    ]
    attempt: int
    queue: str
    due_at: str | None
    not_before: str | None
    waits_for: str | None
    started_at: str | None
    finished_at: str | None
    worker_id: str | None
    error_class: str | None
    error_message: str | None
    recall_reason: str | None
    why: str
    overdue_ms: int


class Window(TypedDict):
    """A daily window, on some weekdays, between two dates."""

    weekdays: NotRequired[str]
    """Such as MON-FRI or SAT,SUN; empty for every day."""
    starts: NotRequired[str | None]
    """Local time; the start of the day if left out."""
    ends: NotRequired[str | None]
    """Local time, the next day if it is not after the start."""
    first_date: NotRequired[str | None]
    last_date: NotRequired[str | None]


class WindowShown(TypedDict):
    """Empty text: not said."""

    weekdays: str
    starts: str
    ends: str
    first_date: str
    last_date: str


class Worker(TypedDict):
    worker_id: str
    """One life of the process."""
    instance: str
    """Its stable name."""
    hostname: str
    address: str | None
    version: str
    queue: str
    labels: dict[str, str]
    handlers: list[str]
    slots: int
    running: int
    held: int
    credit: int
    cpu_milli: int
    memory_mib: int
    disk_mib: int
    extra_resources: dict[str, int]
    draining: bool
    lease_ms: int
    started_at: str
    last_seen_at: str
    stopped_at: str | None
    stop_reason: str | None
    log_offset: int
    live: bool
    status: Literal["ACTIVE", "DRAINING", "LOST", "STOPPED"]
