"""One window of a calendar: how it is written, and on which days it begins."""

from datetime import date

import msgspec

from tickwheel.protocol.calendar import CalendarWindow
from tickwheel.recurrence.refusal import Refusal

DAY_MINUTES = 24 * 60

_WEEK_MINUTES = 7 * DAY_MINUTES
_EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
_EPOCH_WEEKDAY = 3  # a Thursday
_WEEKDAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")


class Window(msgspec.Struct, frozen=True, gc=False):
    """A checked window. Days are counted from 1970-01-01, Monday is weekday 0."""

    weekdays: frozenset[int]
    starts_minute: int
    ends_minute: int
    """Minutes after the midnight on which it begins: more than a day's if it ends on the next."""
    first_day: int | None
    last_day: int | None

    def begins_on(self, day: int) -> bool:
        return (
            (day + _EPOCH_WEEKDAY) % 7 in self.weekdays
            and (self.first_day is None or day >= self.first_day)
            and (self.last_day is None or day <= self.last_day)
        )


def parse_window(given: CalendarWindow) -> Window | Refusal:
    """A window that can be asked, or what is wrong with it."""
    weekdays = _weekday_numbers(given.weekdays)
    if weekdays is None:
        return Refusal("windows", f"expected weekdays such as MON-FRI or SAT,SUN, but got {given.weekdays!r}")
    starts, ends_at = _minute(given.starts or "00:00"), _minute(given.ends or "24:00")
    if starts is None or ends_at is None or starts == DAY_MINUTES:
        return Refusal("windows", f"expected times as HH:MM, but got {given.starts!r} to {given.ends!r}")
    first_day, last_day = parse_day(given.first_date), parse_day(given.last_date)
    if (given.first_date and first_day is None) or (given.last_date and last_day is None):
        return Refusal(
            "windows",
            f"expected dates such as 2026-12-25, but got {given.first_date!r} to {given.last_date!r}",
        )
    if first_day is not None and last_day is not None and last_day < first_day:
        return Refusal(
            "windows", f"expected a last date from {given.first_date} on, but got {given.last_date}"
        )
    return Window(
        weekdays, starts, ends_at if ends_at > starts else ends_at + DAY_MINUTES, first_day, last_day
    )


def _weekday_numbers(text: str) -> frozenset[int] | None:
    """The numbers of MON-FRI, SAT,SUN and the like; None if it is something else."""
    if not text.strip():
        return frozenset(range(7))
    numbers: set[int] = set()
    for item in text.upper().replace(" ", "").split(","):
        first, _, last = item.partition("-")
        if first not in _WEEKDAYS or (last or first) not in _WEEKDAYS:
            return None
        begin = _WEEKDAYS.index(first)
        length = (_WEEKDAYS.index(last or first) - begin) % 7 + 1
        numbers.update((begin + step) % 7 for step in range(length))
    return frozenset(numbers)


def _minute(text: str) -> int | None:
    hour, colon, minute = text.partition(":")
    if not (colon and hour.isdecimal() and minute.isdecimal() and len(hour) <= 2 and len(minute) == 2):
        return None
    total = int(hour) * 60 + int(minute)
    return total if int(minute) < 60 and total <= DAY_MINUTES else None


def parse_day(text: str) -> int | None:
    """The number of a day such as 2026-12-25; None if there is none."""
    try:
        return date.fromisoformat(text).toordinal() - _EPOCH_ORDINAL if len(text) == 10 else None
    except ValueError:
        return None


def cover_every_minute(windows: list[Window]) -> bool:
    """Whether the windows that never end leave no minute of the week free."""
    minutes = 0
    for window in windows:
        if window.last_day is None:
            for weekday in window.weekdays:
                begin = weekday * DAY_MINUTES
                minutes |= (1 << begin + window.ends_minute) - (1 << begin + window.starts_minute)
    minutes |= minutes >> _WEEK_MINUTES
    week = (1 << _WEEK_MINUTES) - 1
    return minutes & week == week
