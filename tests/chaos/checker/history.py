"""Everything that is known about a run when it is judged: what was wanted, what handlers wrote down, what the journal says.

Two clocks: `wall_ms` is what the processes took for the time, and may have been set; `real_ms` never jumps.
"""

from typing import Literal

import msgspec

When = Literal["every", "at", "soon", "manual"]
OrderKind = Literal["create", "update", "pause", "resume", "delete", "trigger", "cancel"]
EndKind = Literal["completed", "failed", "cancelled", "skipped"]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A job as the load generator wanted it."""

    name: str
    when: When
    """every: at `first_ms` and every `period_ms` until `until_ms`; at: at `first_ms`; soon: once, at an instant that the
    scheduler chooses; manual: by triggers and upstreams only."""
    first_ms: int = 0
    period_ms: int = 0
    until_ms: int = 0
    delivery: str = "at_least_once"
    upstream: str = ""
    """Name of the job whose completions start this one."""
    prompt: bool = True
    """False if it may start late for reasons of its own: it fails, or waits for its turn."""
    unconditional: bool = False
    """True if no reason excuses a due time that was not run to its end: nobody pauses it, it waits for nobody, and it
    catches up on everything. Only a promise of at most one start may leave one unfinished."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A command and what its sender knows of it."""

    command_id: str
    kind: OrderKind
    job: str
    sent_ms: int
    """By the wall clock."""
    acked_ms: int = 0
    """When its sender heard that it is safe; 0: never, so it may or may not have happened."""
    sent_real_ms: int = 0
    acked_real_ms: int = 0
    door: str = "kafka"
    decided: bool = False
    """The API said that it was accepted."""
    execution_id: str = ""
    """What a cancel is about."""


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """A line that a handler wrote down, outside of the system."""

    what: Literal["start", "end", "fail"]
    execution_id: str
    attempt: int
    job: str
    due_ms: int
    wall_ms: float
    real_ms: float
    worker: str


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    kind: EndKind
    attempt: int
    at_ms: int
    sequence: int = 0
    """Its place in the history of its job, which no clock can change."""
    started_at_ms: int = 0
    reason: str = ""


class Execution(msgspec.Struct, kw_only=True):
    """What the journal says about one execution."""

    execution_id: str
    job: str
    due_ms: int
    scheduled_ms: int
    origin: str
    occurrence: str
    cause_id: str = ""
    created: int = 1
    endings: list[Ending] = []
    over: dict[int, str] = {}
    """Attempts that came to nothing: lost, unstarted (lost before its start), failed, released."""
    retry_at_ms: dict[int, int] = {}
    """When the attempt after this one may start."""


class Skip(msgspec.Struct, frozen=True, kw_only=True):
    """Due times that were passed over, with the reason."""

    job: str
    first_ms: int
    last_ms: int
    occurrence: str
    cause_id: str
    reason: str


class Jump(msgspec.Struct, frozen=True):
    """Somebody set the clock of the machine."""

    real_ms: float
    by_ms: int


class Span(msgspec.Struct, frozen=True):
    """Something was broken, by the clock that never jumps."""

    began_ms: int
    ended_ms: int


class History(msgspec.Struct, kw_only=True):
    jobs: list[Job]
    orders: list[Order]
    stamps: list[Stamp]
    executions: dict[str, Execution] = {}
    skips: list[Skip] = []
    answers: dict[str, str] = {}
    """Command id -> type of the event that answered it."""
    answered_ms: dict[str, int] = {}
    """Command id -> when it was decided."""
    decided_twice: list[str] = []
    """Ids of commands that were both accepted and rejected."""
    jumps: list[Jump] = []
    faults: list[Span] = []
    died: list[str] = []
    """Processes that ended without anybody's doing."""
    differences: list[str] = []
    """Between log, state and tables, as the product's own verification found them."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A promise that was broken."""

    kind: str
    job: str
    at_ms: int
    sentence: str
