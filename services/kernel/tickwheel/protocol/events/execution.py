"""Facts about an execution and its attempts, in the order of its life."""

from tickwheel.protocol.events.event import ExecutionEvent
from tickwheel.protocol.vocabulary import FailureKind, Origin, RecallReason, SkipReason, WaitsFor


class ExecutionCreated(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """A due time, trigger or completed dependency became an execution."""

    occurrence: str
    """What it stands for: its due time or what triggered it. Unique in the job."""
    origin: Origin
    """Why it exists."""
    due_ms: int
    """When it should start, jitter included."""
    scheduled_ms: int
    """The due time that the schedule named, before jitter."""
    next_due_ms: int
    """The job's next due time after this; 0 for none."""
    job_name: str
    """Name of the job."""
    handler: str
    """Handler that will run it."""
    queue: str
    """Queue it will go through."""
    priority: int
    """Its priority."""
    payload: str = ""
    """Payload if it is not the job's own, else empty."""
    dedup_key: str = ""
    """Its dedup key, or empty."""
    backfill_id: str = ""
    """The backfill it belongs to, or empty."""
    retry_of: str = ""
    """The failed execution it runs again, or empty."""
    waits_for: WaitsFor = "time"
    """What it waits for: only its time, its turn among the job's executions, or the jobs it depends on."""
    chain: tuple[str, ...] = ()
    """Job ids whose completions led here, oldest first; guards against loops."""


class ExecutionWaiting(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An execution cannot be placed yet, and why."""

    reason: str
    """A sentence for people."""


class ExecutionUnblocked(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """What an execution waited for has happened; now it only waits for its time."""

    not_before_ms: int
    """It must not start earlier."""


class ExecutionDispatched(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An attempt was put into a worker's mailbox."""

    worker_id: str
    """The worker it was meant for."""
    mailbox_topic: str
    """Topic of the mailbox."""
    mailbox_partition: int
    """Partition of the mailbox."""
    not_before_ms: int
    """It must not start earlier."""


class AttemptClaimed(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """A worker took the attempt."""

    worker_id: str
    """The worker's incarnation."""
    starts_at_ms: int
    """When it starts or started."""


class AttemptReleased(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """A worker gave the attempt back unstarted."""

    worker_id: str
    """The worker's incarnation."""
    reason: str
    """Why, for people."""


class AttemptDeferred(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """The attempt was put off without being used up."""

    until_ms: int
    """When it will be tried; 0 if no time but an event ends it."""
    reason: str
    """Why, for people."""
    waits_for: WaitsFor = "time"
    """What it waits for."""


class AttemptFailed(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An attempt failed and will be tried again."""

    worker_id: str
    """The worker's incarnation."""
    kind: FailureKind
    """How it failed."""
    error_class: str
    """Class of the error."""
    error_message: str
    """Its message."""
    traceback: str
    """Where it happened, redacted."""
    started_at_ms: int
    """When it started; 0 if unknown."""
    finished_at_ms: int
    """When it ended."""
    retry_at_ms: int
    """When the next attempt is due."""


class AttemptLost(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """The worker's lease ended before it reported."""

    worker_id: str
    """The worker's incarnation."""
    started: bool
    """False if it provably had not started."""
    retry_at_ms: int
    """When the next attempt is due; 0 if there is none."""


class RecallRequested(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """The attempt was called back from its worker."""

    reason: RecallReason
    """Why."""
    worker_id: str
    """The worker it was called back from; empty if nobody has claimed it yet."""


class ExecutionCompleted(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An execution ended well."""

    worker_id: str
    """The worker's incarnation."""
    started_at_ms: int
    """When the attempt started."""
    finished_at_ms: int
    """When it ended."""
    result: str
    """What the handler returned, JSON as text, or empty."""


class ExecutionFailed(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An execution failed for good."""

    worker_id: str
    """The worker's incarnation."""
    kind: FailureKind
    """How it failed."""
    error_class: str
    """Class of the error."""
    error_message: str
    """Its message."""
    traceback: str
    """Where it happened, redacted."""
    started_at_ms: int
    """When the last attempt started; 0 if unknown."""
    finished_at_ms: int
    """When it ended."""
    dead_lettered: bool
    """True if it can be redriven."""


class ExecutionCancelled(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An execution was ended on request."""

    reason: str
    """Why, for people."""
    started_at_ms: int = 0
    """When it had started; 0 if it had not."""


class ExecutionSkipped(ExecutionEvent, frozen=True, gc=False, kw_only=True):
    """An execution that had been created did not run."""

    reason_code: SkipReason
    """Why, as a word."""
    reason: str
    """Why, for people."""
