"""Counts what a batch decided, and tells Prometheus once it is committed: what aborted never happened."""

from collections import Counter

from tickwheel.protocol import routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import AttemptFailed, ExecutionFailed
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime import metrics
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.inputs import Input

_BY_QUEUE_AND_LANE = {
    "ExecutionCreated": metrics.EXECUTIONS_SCHEDULED,
    "ExecutionCompleted": metrics.EXECUTIONS_COMPLETED,
    "ExecutionCancelled": metrics.EXECUTIONS_CANCELLED,
}
_WITH_KIND = {"AttemptFailed": metrics.EXECUTIONS_RETRIED, "ExecutionFailed": metrics.EXECUTIONS_FAILED}


class Tally:
    def __init__(self) -> None:
        self._inputs = 0
        self._commands: Counter[tuple[str, str]] = Counter()
        self._events: Counter[tuple[str, str, str, str]] = Counter()
        self._skipped: Counter[str] = Counter()
        self._stale: Counter[str] = Counter()
        self._late_s: list[tuple[str, float]] = []

    def count(self, cause: Input, decision: Decision) -> None:
        self._inputs += 1
        if decision.stale:
            self._stale[decision.stale] += 1
        elif isinstance(cause, Command):
            self._commands[type(cause).__name__, _verdict(decision)] += 1
        elif isinstance(cause, AttemptOutcome) and cause.attempt == 1 and cause.started_at_ms:
            self._late_s.append((cause.queue, (cause.started_at_ms - cause.due_ms) / 1_000))
        definition = decision.job.definition if decision.job is not None else None
        if definition is not None:
            queue, lane = definition.queue, routing.lane_of(definition.priority)
            for event in decision.events:
                self._count_event(event, queue, lane)

    def tell(self) -> None:
        """After the commit."""
        metrics.BATCH_INPUTS.observe(self._inputs)
        for (kind, verdict), number in self._commands.items():
            metrics.COMMANDS.labels(kind, verdict).inc(number)
        for (name, queue, lane, kind), number in self._events.items():
            _tell_event(name, queue, lane, kind, number)
        for reason, number in self._skipped.items():
            metrics.OCCURRENCES_SKIPPED.labels(reason).inc(number)
        for reason, number in self._stale.items():
            metrics.REPORTS_REFUSED.labels(reason).inc(number)
        for queue, seconds in self._late_s:
            metrics.EXECUTION_LATENESS.labels(queue).observe(seconds)

    def _count_event(self, event: Event, queue: str, lane: str) -> None:
        if isinstance(event, OccurrenceSkipped):
            self._skipped[event.reason_code] += event.count
            return
        kind = event.kind if isinstance(event, AttemptFailed | ExecutionFailed) else ""
        self._events[type(event).__name__, queue, lane, kind] += 1


def _tell_event(name: str, queue: str, lane: str, kind: str, number: int) -> None:
    if name in _BY_QUEUE_AND_LANE:
        _BY_QUEUE_AND_LANE[name].labels(queue, lane).inc(number)
    elif name in _WITH_KIND:
        _WITH_KIND[name].labels(queue, lane, kind).inc(number)
    elif name == "AttemptLost":
        metrics.ATTEMPTS_LOST.labels(queue).inc(number)
    if name == "ExecutionFailed":
        metrics.DEAD_LETTERS.labels(queue).inc(number)


def _verdict(decision: Decision) -> str:
    if decision.refusal is not None:
        return "rejected"
    repeated = any(type(event).__name__ == "CommandRepeated" for event in decision.events)
    return "repeated" if repeated else "accepted"
