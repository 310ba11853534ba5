"""Named calendars: days and windows in which jobs do not run, or wait."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import CalendarEffect


class CalendarWindow(Message, frozen=True, gc=False, kw_only=True):
    """A daily window, on some weekdays, between two dates."""

    weekdays: str = ""
    """Such as MON-FRI or SAT,SUN; empty for every day."""
    starts: str = ""
    """Local time HH:MM; empty for the start of the day."""
    ends: str = ""
    """Local time HH:MM, the next day if it is not after the start; empty for the end of the day."""
    first_date: str = ""
    """First day, YYYY-MM-DD; empty for always."""
    last_date: str = ""
    """Last day, YYYY-MM-DD; empty for ever."""


class CalendarDefinition(Message, frozen=True, gc=False, kw_only=True):
    """A named, shared, versioned set of days and windows."""

    name: str
    """Unique name."""
    effect: CalendarEffect
    """exclude: occurrences inside are skipped; hold: they wait until it is over."""
    everywhere: bool = False
    """Applies to every job, as a maintenance window does, not only to those that name it."""
    timezone: str = "UTC"
    """IANA zone of its days and windows."""
    days: tuple[str, ...] = ()
    """Whole days, YYYY-MM-DD."""
    windows: tuple[CalendarWindow, ...] = ()
    """Recurring windows."""
    description: str = ""
    """Free text."""
