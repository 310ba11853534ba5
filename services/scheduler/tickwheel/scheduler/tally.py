"""Counts what a batch decided, and tells Prometheus once it is committed: what aborted never happened."""

from collections import Counter

import prometheus_client

from tickwheel.protocol import routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import (
    AttemptFailed,
    AttemptLost,
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
    RecallRequested,
)
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime import metrics
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.inputs import Input

_BY_QUEUE_AND_LANE: dict[type[Event], prometheus_client.Counter] = {
    ExecutionCreated: metrics.EXECUTIONS_SCHEDULED,
    ExecutionCompleted: metrics.EXECUTIONS_COMPLETED,
    ExecutionCancelled: metrics.EXECUTIONS_CANCELLED,
}
_BY_KIND_TOO: dict[type[Event], prometheus_client.Counter] = {
    AttemptFailed: metrics.EXECUTIONS_RETRIED,
    ExecutionFailed: metrics.EXECUTIONS_FAILED,
}
_RARE: frozenset[type[Event]] = frozenset(
    {*_BY_KIND_TOO, AttemptLost, ExecutionSkipped, OccurrenceSkipped, RecallRequested}
)
"""Those that are counted by more than queue and lane. Events in neither are not counted at all."""


class Tally:
    def __init__(self) -> None:
        self._inputs = 0
        self._commands: Counter[tuple[str, str]] = Counter()
        self._events: Counter[tuple[type[Event], str, str, str]] = Counter()
        self._skipped: Counter[str] = Counter()
        self._stale: Counter[str] = Counter()
        self._late_s: dict[str, list[float]] = {}
        self._took_s: dict[tuple[str, str], list[float]] = {}

    def count(self, cause: Input, decision: Decision) -> None:
        self._inputs += 1
        if decision.stale:
            self._stale[decision.stale] += 1
        elif isinstance(cause, Command):
            self._commands[type(cause).__name__, _verdict(decision)] += 1
        elif isinstance(cause, AttemptOutcome) and cause.started_at_ms:
            self._time(cause)
        definition = decision.job.definition if decision.job is not None else None
        if definition is not None:
            queue, lane = definition.queue, routing.lane_of(definition.priority)
            for event in decision.events:
                kind = type(event)
                if kind in _BY_QUEUE_AND_LANE:
                    self._events[kind, queue, lane, ""] += 1
                elif kind in _RARE:
                    self._count_rare(event, queue, lane)

    def tell(self) -> None:
        """After the commit."""
        metrics.BATCH_INPUTS.observe(self._inputs)
        for (kind, verdict), number in self._commands.items():
            metrics.COMMANDS.labels(kind, verdict).inc(number)
        for (event, queue, lane, kind), number in self._events.items():
            _tell_event(event, queue, lane, kind, number)
        for reason, number in self._skipped.items():
            metrics.OCCURRENCES_SKIPPED.labels(reason).inc(number)
        for reason, number in self._stale.items():
            metrics.REPORTS_REFUSED.labels(reason).inc(number)
        for queue, late_s in self._late_s.items():
            metrics.EXECUTION_LATENESS.labels(queue).observe_all(late_s)
        for (queue, handler), took_s in self._took_s.items():
            metrics.EXECUTION_DURATION.labels(queue, handler).observe_all(took_s)

    def _time(self, outcome: AttemptOutcome) -> None:
        """Appends alone: counting into buckets is done for the whole batch at once."""
        key = outcome.queue, outcome.handler
        took_s = self._took_s.get(key)
        if took_s is None:
            took_s = self._took_s[key] = []
            self._late_s.setdefault(outcome.queue, [])
        took_s.append((outcome.finished_at_ms - outcome.started_at_ms) / 1_000)
        if outcome.attempt == 1:
            self._late_s[outcome.queue].append((outcome.started_at_ms - outcome.due_ms) / 1_000)

    def _count_rare(self, event: Event, queue: str, lane: str) -> None:
        match event:
            case OccurrenceSkipped():
                self._skipped[event.reason_code] += event.count
            case ExecutionSkipped():
                self._skipped[event.reason_code] += 1
            case AttemptFailed() | ExecutionFailed():
                self._events[type(event), queue, lane, event.kind] += 1
            case RecallRequested():
                self._events[RecallRequested, queue, lane, event.reason] += 1
            case _:
                self._events[type(event), queue, lane, ""] += 1


def _tell_event(event: type[Event], queue: str, lane: str, kind: str, number: int) -> None:
    if event in _BY_QUEUE_AND_LANE:
        _BY_QUEUE_AND_LANE[event].labels(queue, lane).inc(number)
    elif event in _BY_KIND_TOO:
        _BY_KIND_TOO[event].labels(queue, lane, kind).inc(number)
    elif event is RecallRequested:
        metrics.RECALLS.labels(kind).inc(number)
    elif event is AttemptLost:
        metrics.ATTEMPTS_LOST.labels(queue).inc(number)
    if event is ExecutionFailed:
        metrics.DEAD_LETTERS.labels(queue).inc(number)


def _verdict(decision: Decision) -> str:
    if decision.refusal is not None:
        return "rejected"
    repeated = any(type(event).__name__ == "CommandRepeated" for event in decision.events)
    return "repeated" if repeated else "accepted"
