"""When a job is due: schedules compiled from what its author said, asked for the next instant. Pure."""

from tickwheel.scheduler.engine.recurrence.calendar import Calendar, compile_calendar, covers, ends
from tickwheel.scheduler.engine.recurrence.compiled import compile_schedule
from tickwheel.scheduler.engine.recurrence.interval import parse_interval
from tickwheel.scheduler.engine.recurrence.missed import Missed, missed
from tickwheel.scheduler.engine.recurrence.preview import Preview, preview
from tickwheel.scheduler.engine.recurrence.refusal import Refusal
from tickwheel.scheduler.engine.recurrence.schedule import Schedule
from tickwheel.scheduler.engine.recurrence.spread import jittered
from tickwheel.scheduler.engine.recurrence.zone import tzdata_version

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
