"""What the scheduler remembers of a job, of each live execution and of a calendar. Only `evolve` makes new ones.

A job and its executions are separate records: nothing in JobState grows with the number of its executions.
"""

import msgspec

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import ExecutionStatus, Origin, RecallReason, WaitsFor


class StoredDefinition(JobDefinition, frozen=True, gc=False, kw_only=True, array_like=True):
    """A job's definition, stored without its field names: a dormant job must be small."""


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A state record: compared by value, msgpack-encodable, small."""


class Answered(State, frozen=True, gc=False, array_like=True):
    """A command that was accepted, so that it gets the same answer when it comes again."""

    command_id: str
    at_ms: int
    sequence: int
    version: int


class DedupEntry(State, frozen=True, gc=False, array_like=True):
    """A dedup key that was used, and the execution that stands for it."""

    key: str
    at_ms: int
    """When it was used; for a due time of the schedule, the due time."""
    execution_id: str


class Satisfied(State, frozen=True, gc=False, array_like=True):
    """The latest completion of an upstream job that no execution of this job has used yet."""

    upstream_job_id: str
    upstream_execution_id: str
    completed_at_ms: int


class BackfillState(State, frozen=True, gc=False, array_like=True):
    """A backfill under way."""

    backfill_id: str
    cursor_ms: int
    """The next due time to make an execution of is after this instant."""
    to_ms: int
    count: int
    created: int
    rate_per_minute: int
    next_at_ms: int
    """When the next execution may be created."""
    live: int = 0
    """Its executions that have not ended: they wait for each other, not for those of the schedule."""


class JobState(State, frozen=True, gc=False, array_like=True):
    """A job. Without a definition it is a placeholder: others already wait for a job of this id."""

    job_id: str
    sequence: int = 0
    """Number of the last event."""
    definition: StoredDefinition | None = None
    version: int = 0
    created_at_ms: int = 0
    incarnation: int = 0
    """How often a job of this id was made: those that were deleted share no execution with their successor."""
    based_at_ms: int = 0
    """When its schedule was set: delays and intervals count from here."""
    next_due_ms: int = 0
    """The next due time of the schedule, before jitter; 0 for none."""
    scheduled_through_ms: int = 0
    """No due time up to here will be looked at again."""
    paused_at_ms: int = 0
    """Since when it is paused; 0 if it is not."""
    deleted: bool = False
    runs: int = 0
    """Executions from its schedule so far."""
    failures: int = 0
    """Failed executions in a row."""
    last_failed: bool = False
    """How the last execution ended."""
    ended_at_ms: int = 0
    """When its last execution ended or it was deleted; when nothing is left to do, retention counts from here."""
    last_completed_ms: int = 0
    last_completed_id: str = ""
    live: int = 0
    """Executions that have not ended."""
    active: int = 0
    """Those of them that hold the turn: an occurrence that must not overlap waits for them."""
    running: int = 0
    dead: int = 0
    """Dead letters."""
    answered: tuple[Answered, ...] = ()
    """Commands of the last hour, 1,000 at most: in a storm of triggers the oldest are forgotten first."""
    dedup: tuple[DedupEntry, ...] = ()
    """Dedup keys inside the window, 1,000 at most."""
    satisfied: tuple[Satisfied, ...] = ()
    dependents: tuple[str, ...] = ()
    """Jobs to tell when this one completes."""
    backfills: tuple[BackfillState, ...] = ()


class ExecutionState(State, frozen=True, gc=False, array_like=True):
    """An execution that has not ended, or a dead letter (FAILED) until it is redriven, dismissed or expired."""

    execution_id: str
    job_id: str
    occurrence: str
    origin: Origin
    status: ExecutionStatus
    number: int
    """Sequence of the event that created it: executions of a job take turns in this order."""
    created_at_ms: int
    due_ms: int
    scheduled_ms: int
    not_before_ms: int
    """The next attempt must not start earlier: the due time, or later after a failure or deferral."""
    priority: int
    payload: str = ""
    """Payload if it is not the job's own."""
    chain: tuple[str, ...] = ()
    backfill_id: str = ""
    waits_for: WaitsFor = "time"
    """What must happen before it is placed."""
    waiting_reason: str = ""
    """Why it is not placed yet, for people."""
    attempt: int = 0
    """Number of the latest dispatch, the fencing token: each dispatch has its own."""
    used: int = 0
    """Attempts that count against max_retries: those that may have started."""
    worker_id: str = ""
    """Who claimed the attempt."""
    mailbox_topic: str = ""
    mailbox_partition: int = -1
    starts_at_ms: int = 0
    timeout_ms: int = 0
    recall: RecallReason | None = None
    """Why the attempt was called back; its answer is awaited."""
    recalled_at_ms: int = 0
    failed_at_ms: int = 0


class CalendarState(State, frozen=True, gc=False, array_like=True):
    """A calendar, decided by the owner of its key. A deleted one keeps its version and has no definition."""

    calendar_id: str
    sequence: int = 0
    version: int = 0
    definition: CalendarDefinition | None = None
    answered: tuple[Answered, ...] = ()
