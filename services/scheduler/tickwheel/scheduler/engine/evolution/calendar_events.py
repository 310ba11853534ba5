"""How events about a calendar change it."""

from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.protocol.events.event import Event
from tickwheel.scheduler.engine.evolution.memory import remembered
from tickwheel.scheduler.engine.state import CalendarState


def evolve_calendar(calendar: CalendarState | None, event: Event) -> CalendarState | None:
    """The calendar after an event about it; any other event changes nothing."""
    before = calendar or CalendarState(event.job_id)
    if isinstance(event, CalendarDefined):
        version, definition = event.version, event.definition
    elif isinstance(event, CalendarDeleted):
        version, definition = before.version, None
    else:
        return calendar
    answered = remembered(before.answered, event, version) if event.cause_id else before.answered
    return CalendarState(before.calendar_id, event.sequence, version, definition, answered)
