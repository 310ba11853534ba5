"""A small cluster without Kafka that speaks the domain.

Scenario().given(CreateJob(...)).advance("90s").then(ExecutionCreated)
"""

import re
from collections.abc import Iterator
from typing import Any, Self, TypeVar

from msgspec.structs import replace
from tests.unit.engine.owner import NOON, Owner

from tickwheel.protocol import ids
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.vocabulary import OutcomeStatus
from tickwheel.scheduler.engine.inputs import ExecutionDue, Input, JobDue, LeaseLost, Placed
from tickwheel.scheduler.engine.state import ExecutionState, JobState
from tickwheel.scheduler.engine.timers import execution_wake_ms, is_ready, job_wake_ms

_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
__all__ = ["NOON", "Scenario", "ms"]
E = TypeVar("E", bound=Event)


def ms(text: str) -> int:
    """Milliseconds of "90s", "5m", "1h30m"."""
    return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|s|m|h|d)", text))


class Scenario(Owner):
    """Jobs by name, one namespace, time that stands still unless it is told to pass."""

    # -- the domain's words -------------------------------------------------------------------------

    def given(self, *inputs: Input) -> Self:
        """What happened before: decided, and then forgotten as news."""
        for each in inputs:
            self.decide(each)
        return self.forget()

    def when(self, *inputs: Input) -> Self:
        self.forget()
        for each in inputs:
            self.decide(each)
        return self

    def forget(self) -> Self:
        self.news, self.outbox, self.recalls = [], [], []
        return self

    def then(self, *kinds: type[Event]) -> Self:
        """Exactly these events have happened since the last `given` or `when`."""
        assert [type(event).__name__ for event in self.news] == [kind.__name__ for kind in kinds]
        return self

    def then_nothing(self, stale: str = "") -> Self:
        assert self.last is not None
        assert self.last.stale == stale
        return self.then()

    def then_refused(self, code: str, field: str) -> str:
        """The refusal's message."""
        assert self.last is not None
        assert self.last.refusal is not None, self.news
        assert (self.last.refusal.code, self.last.refusal.field) == (code, field), self.last.refusal
        return self.last.refusal.message

    def create(self, name: str = "report", **fields: Any) -> Self:
        return self.when(self.creation(name, **fields))

    def creation(self, name: str = "report", **fields: Any) -> CreateJob:
        definition = JobDefinition(name=name, handler=fields.pop("handler", "reports.daily"), **fields)
        return CreateJob(command_id=self.command_id(), definition=definition, actor="ada")

    def command_id(self) -> str:
        self._commands += 1
        return f"command-{self._commands}"

    # -- time -----------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        return self.around.now_ms

    def advance(self, duration: str | int) -> Self:
        """Let time pass; every timer rings at its instant, in order."""
        end_ms = self.now_ms + (ms(duration) if isinstance(duration, str) else duration)
        for _ in range(100_000):
            due = min(self._timers(), default=(end_ms + 1, None))
            if due[0] > end_ms or due[1] is None:
                self.set_clock(end_ms)
                return self
            self.set_clock(max(self.now_ms, due[0]))
            before = due[0]
            self.decide(due[1])
            assert (before, due[1]) not in list(self._timers()), f"{due[1]} rings for ever"
        raise AssertionError("timers do not come to rest")

    def jump(self, duration: str | int) -> Self:
        """The clock is suddenly elsewhere; nothing rings on the way."""
        return self.set_clock(self.now_ms + (ms(duration) if isinstance(duration, str) else duration))

    def set_clock(self, now_ms: int) -> Self:
        self.around = replace(self.around, now_ms=now_ms, latest_ms=max(now_ms, self.around.latest_ms))
        return self

    def set_clock_back(self, duration: str) -> Self:
        return self.set_clock(self.now_ms - ms(duration))

    def _timers(self) -> Iterator[tuple[int, Input]]:
        around = self.around
        for job in self.jobs.values():
            wake_ms = job_wake_ms(job, around.lead_ms, ended_job_retention_ms=around.ended_job_retention_ms)
            if wake_ms:
                yield _Ring((wake_ms, JobDue(job.job_id)))
        for execution in self.all_executions():
            wake_ms = execution_wake_ms(
                execution,
                around.lead_ms,
                timeout_grace_ms=around.timeout_grace_ms,
                dead_letter_retention_ms=around.dead_letter_retention_ms,
            )
            pending = execution.status in ("PENDING", "PENDING_RETRY") and execution.waits_for == "time"
            if wake_ms and not pending:
                yield _Ring((wake_ms, ExecutionDue(execution.job_id, execution.execution_id)))

    # -- workers --------------------------------------------------------------------------------------

    def place(self, worker: str = "w1") -> Self:
        """Dispatch everything that is ready."""
        for execution in self.all_executions():
            if is_ready(execution, self.now_ms, self.around.lead_ms):
                self.decide(Placed(execution.job_id, execution.execution_id, worker, "mailbox", 0))
        return self

    def claim(self, worker: str = "w1") -> Self:
        for execution in self.all_executions():
            if execution.status == "QUEUED":
                self.decide(self.claim_of(execution, worker))
        return self

    def start(self, worker: str = "w1") -> Self:
        """Place and claim everything that is ready."""
        return self.place(worker).claim(worker)

    def claim_of(self, execution: ExecutionState, worker: str = "w1") -> AttemptClaim:
        return AttemptClaim(
            job_id=execution.job_id,
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=worker,
            starts_at_ms=max(self.now_ms, execution.not_before_ms),
        )

    def outcome_of(
        self,
        execution: ExecutionState,
        status: OutcomeStatus = "completed",
        worker: str = "w1",
        **fields: Any,
    ) -> AttemptOutcome:
        return AttemptOutcome(
            job_id=execution.job_id,
            job_name="",
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            handler="",
            queue="default",
            worker_id=worker,
            status=status,
            due_ms=execution.due_ms,
            started_at_ms=execution.starts_at_ms,
            finished_at_ms=self.now_ms,
            **fields,
        )

    def report(self, status: OutcomeStatus = "completed", worker: str = "w1", **fields: Any) -> Self:
        """Every claimed attempt ends so."""
        for execution in self.all_executions():
            if execution.status == "RUNNING":
                self.decide(self.outcome_of(execution, status, worker, **fields))
        return self

    def run(self, status: OutcomeStatus = "completed", **fields: Any) -> Self:
        """Place, claim and report everything that is ready."""
        return self.start().report(status, **fields)

    def lose(self, worker: str = "w1") -> Self:
        """The worker's lease ends."""
        for execution in self.all_executions():
            if execution.status == "RUNNING" and execution.worker_id == worker:
                self.decide(LeaseLost(execution.job_id, execution.execution_id, execution.attempt, worker))
        return self

    # -- looking --------------------------------------------------------------------------------------

    def job(self, name: str = "report") -> JobState:
        return self.jobs[ids.job_id("default", name)]

    def status(self, name: str = "report") -> str:
        """As the last event about the job says."""
        key = ids.job_id("default", name)
        return next(e.job_status for e in reversed(self.journal) if e.job_id == key)

    def all_executions(self) -> list[ExecutionState]:
        return [e for executions in self.executions.values() for e in executions.values()]

    def execution(self, name: str = "report") -> ExecutionState:
        """The only one of the job."""
        (only,) = self.executions_of(name)
        return only

    def executions_of(self, name: str = "report") -> list[ExecutionState]:
        found = self.executions.get(ids.job_id("default", name), {})
        return sorted(found.values(), key=lambda e: e.number)

    def event(self, kind: type[E]) -> E:
        """The only news of this kind."""
        (only,) = self.events(kind)
        return only

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.news if isinstance(event, kind)]

    def sent(self, kind: type[Any]) -> list[Any]:
        return [message for message in self.outbox if isinstance(message, kind)]


class _Ring(tuple[int, Any]):
    """Orders timers by time alone."""

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return bool(self[0] < other[0])
