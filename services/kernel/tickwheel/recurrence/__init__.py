"""When a job is due: schedules compiled from what its author said, asked for the next instant. Pure."""

from tickwheel.recurrence.calendar import Calendar, compile_calendar, covers, ends
from tickwheel.recurrence.compiled import compile_schedule
from tickwheel.recurrence.interval import parse_interval
from tickwheel.recurrence.missed import Missed, missed
from tickwheel.recurrence.preview import Preview, preview
from tickwheel.recurrence.refusal import Refusal
from tickwheel.recurrence.schedule import Schedule
from tickwheel.recurrence.spread import jittered
from tickwheel.recurrence.zone import tzdata_version

__all__ = [
    "Calendar",
    "Missed",
    "Preview",
    "Refusal",
    "Schedule",
    "compile_calendar",
    "compile_schedule",
    "covers",
    "ends",
    "jittered",
    "missed",
    "parse_interval",
    "preview",
    "tzdata_version",
]
