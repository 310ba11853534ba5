"""Commands about calendars."""

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.commands.command import Command


class DefineCalendar(Command, frozen=True, gc=False, kw_only=True):
    """Make or replace a calendar."""

    definition: CalendarDefinition
    """The calendar."""
    expected_version: int = 0
    """Refuse unless it has this version; 0 for any."""


class DeleteCalendar(Command, frozen=True, gc=False, kw_only=True):
    """Remove a calendar."""

    name: str
    """Which."""
