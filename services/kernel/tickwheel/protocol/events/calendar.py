"""Facts about calendars."""

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.events.event import Event


class CalendarDefined(Event, frozen=True, gc=False, kw_only=True):
    """A calendar was made or replaced. Its key stands in job_id."""

    definition: CalendarDefinition
    """The calendar."""
    version: int
    """Its version."""


class CalendarDeleted(Event, frozen=True, gc=False, kw_only=True):
    """A calendar was removed. Its key stands in job_id."""

    name: str
    """Which."""
