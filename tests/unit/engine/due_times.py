"""Proves from a journal that a schedule lost no due time."""

from collections.abc import Iterable

from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.protocol.events.job import JobCreated, JobResumed, JobUpdated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped
from tickwheel.recurrence import missed
from tickwheel.scheduler.engine.evolution.job_events import says_same_when
from tickwheel.scheduler.engine.evolution.occurrence_events import FROM_SCHEDULE
from tickwheel.scheduler.engine.plan import schedule_of
from tickwheel.scheduler.engine.refusal import Refusal


def check_due_times(history: Iterable[Event]) -> None:
    """Each due time follows the one before it: the schedule names none between them."""
    definition, based_at_ms, next_due_ms = None, 0, 0
    for event in history:
        if isinstance(event, JobCreated | JobUpdated):
            if (
                definition is None
                or isinstance(event, JobCreated)
                or not says_same_when(definition, event.definition)
            ):
                based_at_ms = event.at_ms
                undecided = 0 < next_due_ms <= event.at_ms and isinstance(event, JobUpdated)
                assert not undecided, f"nobody said what became of {next_due_ms} before {event}"
            definition, next_due_ms = event.definition, event.next_due_ms
            continue
        if definition is None or isinstance(event, JobResumed):
            continue
        span = due_span(event)
        if span is None:
            continue
        first_ms, last_ms = span
        assert first_ms == next_due_ms, f"{event} does not follow {next_due_ms}"
        schedule = schedule_of(definition, event.job_id, based_at_ms)
        assert not isinstance(schedule, Refusal)
        if isinstance(event, OccurrenceSkipped) and not event.more:
            assert missed(schedule, first_ms - 1, last_ms, 0).count == event.count
        next_due_ms = getattr(event, "next_due_ms", 0)
        assert next_due_ms in (0, schedule.next_after(last_ms))


def due_span(event: Event) -> tuple[int, int] | None:
    """The due times of the schedule that the event decides."""
    if isinstance(event, ExecutionCreated) and event.origin in FROM_SCHEDULE:
        return event.scheduled_ms, event.scheduled_ms
    if isinstance(event, OccurrenceSkipped) and event.occurrence[0].isdigit():
        return event.due_ms, event.last_due_ms
    if isinstance(event, OccurrenceDeduplicated) and event.occurrence[0].isdigit():
        return event.due_ms, event.due_ms
    return None
