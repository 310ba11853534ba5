"""A decision in the making: records events and evolves its own copy at once, so that later steps see earlier ones."""

from collections.abc import Iterator
from typing import TypedDict

from msgspec.structs import force_setattr

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.vocabulary import JobStatus
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decision import UNCHANGED, Decision, Outgoing
from tickwheel.scheduler.engine.evolve import evolve
from tickwheel.scheduler.engine.state import ExecutionState, JobState, StoredDefinition
from tickwheel.scheduler.engine.status import status_of
from tickwheel.scheduler.engine.surroundings import Surroundings


class Stamp(TypedDict):
    """What every event carries."""

    job_id: str
    sequence: int
    at_ms: int
    job_status: JobStatus
    cause_id: str
    actor: str


class Draft:
    """Holds the state before, the events so far, and the state after them."""

    __slots__ = (
        "_before",
        "actor",
        "around",
        "cause_id",
        "changed",
        "events",
        "job",
        "job_id",
        "now_ms",
        "outbox",
        "recalls",
    )

    def __init__(self, aggregate: Aggregate, job_id: str, around: Surroundings) -> None:
        self._before = aggregate.executions
        self.job: JobState | None = aggregate.job
        self.job_id = job_id
        self.around = around
        self.now_ms = around.now_ms
        self.cause_id = ""
        self.actor = ""
        self.changed: dict[str, ExecutionState | None] = {}
        self.events: list[Event] = []
        self.outbox: list[Outgoing] = []
        self.recalls: list[RecallAttempt] = []

    @property
    def definition(self) -> StoredDefinition:
        """Of a job that is known to have one."""
        definition = None if self.job is None else self.job.definition
        if definition is None:
            raise LookupError(
                f"a step that needs job {self.job_id} was reached without one: a fault in the engine"
            )
        return definition

    @property
    def known_job(self) -> JobState:
        """The job, where a step is only reached if there is one."""
        if self.job is None:
            raise LookupError(
                f"a step that needs job {self.job_id} was reached without one: a fault in the engine"
            )
        return self.job

    def stamp(self) -> Stamp:
        """For the next event. Its job status is set when it is recorded, because it follows from the event."""
        return {
            "job_id": self.job_id,
            "sequence": 1 if self.job is None else self.job.sequence + 1,
            "at_ms": self.now_ms,
            "job_status": "SCHEDULED",
            "cause_id": self.cause_id,
            "actor": self.actor,
        }

    def record(self, event: Event) -> None:
        execution_id: str = getattr(event, "execution_id", "")
        before = self.execution(execution_id) if execution_id else None
        job, after = evolve(self.job, before, event)
        # The event is ours alone until the decision is returned, so setting a field of it harms nobody.
        force_setattr(event, "job_status", status_of(self.job if job is None else job))
        self.job = job
        if after is not before:
            self.changed[execution_id] = after
        self.events.append(event)

    def execution(self, execution_id: str) -> ExecutionState | None:
        if execution_id in self.changed:
            return self.changed[execution_id]
        return self._before.get(execution_id)

    def executions(self) -> Iterator[ExecutionState]:
        """All of the job as they are now, dead letters included. Safe while events are recorded."""
        for execution_id in [*self._before, *(i for i in self.changed if i not in self._before)]:
            execution = self.execution(execution_id)
            if execution is not None:
                yield execution

    def decision(self, stale: str = "") -> Decision:
        return Decision(
            job=self.job,
            events=tuple(self.events),
            executions=self.changed or UNCHANGED,
            outbox=tuple(self.outbox),
            recalls=tuple(self.recalls),
            stale=stale,
        )
