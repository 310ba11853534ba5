"""Owns every job without Kafka: folds each decision from its events at once and compares it with the state."""

from typing import Any, Self

from msgspec.structs import replace

from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.signals import (
    DependencyRequested,
    DependencyWithdrawn,
    JobDependencies,
    UpstreamCompleted,
)
from tickwheel.recurrence import Refusal, compile_calendar
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decide import decide, key_of
from tickwheel.scheduler.engine.decision import CalendarEntry, Decision, Dispatch, Outgoing
from tickwheel.scheduler.engine.evolution.execution_events import TRANSITIONS
from tickwheel.scheduler.engine.fold import Fold
from tickwheel.scheduler.engine.inputs import Input
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState
from tickwheel.scheduler.engine.surroundings import Surroundings

NOON = 1_767_268_800_000
"""2026-01-01T12:00:00Z"""


class Owner:
    """Jobs, executions and calendars, the journal, and what was sent. Signals reach their job at once."""

    def __init__(self, **surroundings: Any) -> None:
        self.around = Surroundings(now_ms=NOON, **surroundings)
        self.jobs: dict[str, JobState] = {}
        self.executions: dict[str, dict[str, ExecutionState]] = {}
        self.calendars: dict[str, CalendarState] = {}
        self.journal: list[Event] = []
        self.news: list[Event] = []
        self.outbox: list[Outgoing] = []
        self.recalls: list[RecallAttempt] = []
        self.last: Decision | None = None
        self._fold = Fold()
        self._commands = 0
        self._signals: list[Input] = []

    def surround(self, **fields: Any) -> Self:
        self.around = replace(self.around, **fields)
        return self

    def decide(self, each: Input) -> Decision:
        key = key_of(each, "default") if isinstance(each, Command) else each.job_id
        aggregate = Aggregate(self.jobs.get(key), self.executions.get(key, {}), self.calendars.get(key))
        decision = decide(aggregate, each, self.around)
        self._adopt(key, decision)
        self._check(key, decision)
        while self._signals:
            self.decide(self._signals.pop(0))
        self.last = decision
        return decision

    def _adopt(self, key: str, decision: Decision) -> None:
        if decision.job is None:
            self.jobs.pop(key, None)
        else:
            self.jobs[key] = decision.job
        executions = self.executions.setdefault(key, {})
        for execution_id, execution in decision.executions.items():
            if execution is None:
                executions.pop(execution_id, None)
            else:
                executions[execution_id] = execution
        if decision.calendar is not None:
            self.calendars[key] = decision.calendar
        self.journal += decision.events
        self.news += decision.events
        self.recalls += decision.recalls
        self._publish(decision.outbox)

    def _publish(self, outbox: tuple[Outgoing, ...]) -> None:
        self.outbox += outbox
        for message in outbox:
            if isinstance(message, DependencyRequested | DependencyWithdrawn | UpstreamCompleted):
                self._signals.append(message)
            elif isinstance(message, JobDependencies):
                graph = {**self.around.upstreams, message.job_id: message.upstream_job_ids}
                self.surround(upstreams=graph)
            elif isinstance(message, CalendarEntry):
                self._follow_calendar(message)

    def _follow_calendar(self, entry: CalendarEntry) -> None:
        calendars = dict(self.around.calendars)
        calendars.pop(entry.name, None)
        if entry.definition is not None:
            compiled = compile_calendar(entry.definition)
            assert not isinstance(compiled, Refusal)
            calendars[entry.name] = compiled
        self.surround(calendars=calendars)

    def _check(self, key: str, decision: Decision) -> None:
        """State is what the events make of it, and no dispatch may start early."""
        for event in decision.events:
            execution_id = getattr(event, "execution_id", "")
            before = self._fold.executions.get(key, {}).get(execution_id)
            assert self._fold.apply(event) == ""
            check_transition(event, before, self._fold.executions.get(key, {}).get(execution_id))
        assert self._fold.jobs.get(key) == self.jobs.get(key)
        assert self._fold.executions.get(key, {}) == self.executions.get(key, {})
        assert self._fold.calendars.get(key) == self.calendars.get(key)
        for message in decision.outbox:
            if isinstance(message, Dispatch):
                assert message.message.not_before_ms >= message.message.due_ms
        job = self.jobs.get(key)
        if job is not None:
            live = [e for e in self.executions[key].values() if e.status != "FAILED"]
            assert job.live == len(live)
            assert job.dead == len(self.executions[key]) - len(live)
            assert job.running == sum(e.status == "RUNNING" for e in live)


def check_transition(event: Event, before: ExecutionState | None, after: ExecutionState | None) -> None:
    """The event was allowed in the status that the execution had, and led where the machine says."""
    allowed = TRANSITIONS.get(type(event).__name__)
    if allowed is not None:
        was = "(none)" if before is None else before.status
        now = "(ended)" if after is None else after.status
        assert now in allowed.get(was, ()), f"{type(event).__name__} led from {was} to {now}"
