"""Folds the journal into executions, skips and answers. Knows nothing of what was wanted."""

from collections.abc import Iterable

from tests.chaos.checker.history import Ending, Execution, History, Skip

from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import (
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
)
from tickwheel.protocol.events.job import JobCreated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped


class Fold:
    """Feed it the events of each partition in their order, as they come."""

    def __init__(self) -> None:
        self.executions: dict[str, Execution] = {}
        self.skips: list[Skip] = []
        self.answers: dict[str, str] = {}
        self.answered_ms: dict[str, int] = {}
        self.decided_twice: list[str] = []
        self._names: dict[str, str] = {}

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.cause_id:
                self._answer(event)
            self._apply(event)

    def into(self, history: History) -> History:
        history.executions, history.skips = self.executions, self.skips
        history.answers, history.answered_ms = self.answers, self.answered_ms
        history.decided_twice = self.decided_twice
        return history

    def open(self) -> list[Execution]:
        """Executions that have not ended."""
        return [execution for execution in self.executions.values() if not execution.endings]

    def _answer(self, event: Event) -> None:
        answer = self.answers.setdefault(event.cause_id, type(event).__name__)
        self.answered_ms.setdefault(event.cause_id, event.at_ms)
        if isinstance(event, CommandRejected) != (answer == CommandRejected.__name__):
            self.decided_twice.append(event.cause_id)

    def _apply(self, event: Event) -> None:
        match event:
            case JobCreated():
                self._names[event.job_id] = event.definition.name
            case ExecutionCreated():
                self._create(event)
            case OccurrenceSkipped() | OccurrenceDeduplicated():
                self.skips.append(_skip(event, self._names.get(event.job_id, event.job_id)))
            case ExecutionEvent() if event.execution_id in self.executions:
                _advance(self.executions[event.execution_id], event)
            case _:
                return

    def _create(self, event: ExecutionCreated) -> None:
        known = self.executions.get(event.execution_id)
        if known is not None:
            known.created += 1
            return
        self.executions[event.execution_id] = Execution(
            execution_id=event.execution_id,
            job=event.job_name,
            due_ms=event.due_ms,
            scheduled_ms=event.scheduled_ms,
            origin=event.origin,
            occurrence=event.occurrence,
            cause_id=event.cause_id,
        )


def _advance(execution: Execution, event: ExecutionEvent) -> None:
    match event:
        case AttemptLost():
            execution.over[event.attempt] = "lost" if event.started else "unstarted"
            execution.retry_at_ms[event.attempt] = event.retry_at_ms
        case AttemptFailed():
            execution.over[event.attempt] = "failed"
            execution.retry_at_ms[event.attempt] = event.retry_at_ms
        case AttemptReleased():
            execution.over.setdefault(event.attempt, "released")
        case ExecutionCompleted():
            execution.endings.append(_ending("completed", event, event.started_at_ms))
        case ExecutionFailed():
            execution.endings.append(_ending("failed", event, event.started_at_ms, event.kind))
        case ExecutionCancelled():
            execution.endings.append(_ending("cancelled", event, event.started_at_ms, event.reason))
        case ExecutionSkipped():
            execution.endings.append(_ending("skipped", event, 0, event.reason))
        case _:
            return


def _ending(kind: str, event: ExecutionEvent, started_at_ms: int, reason: str = "") -> Ending:
    return Ending(
        kind=kind,  # type: ignore[arg-type]  # one of the four words above
        attempt=event.attempt,
        at_ms=event.at_ms,
        sequence=event.sequence,
        started_at_ms=started_at_ms,
        reason=reason,
    )


def _skip(event: OccurrenceSkipped | OccurrenceDeduplicated, job: str) -> Skip:
    if isinstance(event, OccurrenceSkipped):
        last_ms, reason = event.last_due_ms, str(event.reason_code)
    else:
        last_ms, reason = event.due_ms, "deduplicated"
    return Skip(
        job=job,
        first_ms=event.due_ms,
        last_ms=last_ms,
        occurrence=event.occurrence,
        cause_id=event.cause_id,
        reason=reason,
    )
