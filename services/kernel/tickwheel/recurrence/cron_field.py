"""Reads one field of a cron expression, with croniter as the judge of what it means."""

import re
import sys
from collections.abc import Iterator
from functools import lru_cache

import msgspec
from croniter import CroniterBadCronError, croniter

from tickwheel.recurrence.cron_pattern import LAST_DAY, LastWeekday, NthWeekday

FIELDS = ("minute", "hour", "day of month", "month", "day of week")

_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_SAME_ENDS = re.compile(r"(\w+)-\1(?:/\d+)?")
_FROM = re.compile(r"(\d{1,2})/\d+", re.ASCII)
_LAST_WEEKDAY = re.compile(rf"([0-7]|{'|'.join(_WEEKDAYS)})l")
_NEAREST_WEEKDAY = re.compile(r"(?:([1-9]|[12]\d|3[01])|l)w", re.ASCII)
# croniter keeps every text it ever read; its reader forgets ours again.
_KEPT_BY_CRONITER: dict[object, object] = vars(sys.modules[croniter.__module__]).get("EXPRESSIONS", {})


class FieldError(Exception):
    """A field that cannot be read. Stays within the reading of an expression, which turns it into a refusal."""


class FieldValues(msgspec.Struct, frozen=True, gc=False):
    """What one field allows."""

    numbers: tuple[int, ...]
    counted: tuple[NthWeekday | LastWeekday, ...] = ()
    """Weekdays that count within the month: `fri#2`, `5L`."""
    nearest: tuple[int, ...] = ()
    """Days whose nearest weekday is meant: `15W`, `LW`."""


@lru_cache(maxsize=4096)
def read_field(field: str, text: str) -> FieldValues:
    """The values of a field. Seconds are read as minutes are: they have the same range."""
    known_as = "minute" if field == "second" else field
    nearest: list[int] = []
    items: list[str] = []
    for item in text.split(","):
        match = _NEAREST_WEEKDAY.fullmatch(item) if field == "day of month" else None
        if match:
            nearest.append(int(match[1]) if match[1] else LAST_DAY)
        else:
            items.append(item)
    numbers, counted = _expand(field, known_as, items, text) if items else ((), ())
    return FieldValues(numbers, counted, tuple(nearest))


def _expand(
    field: str, known_as: str, items: list[str], text: str
) -> tuple[tuple[int, ...], tuple[NthWeekday | LastWeekday, ...]]:
    position = FIELDS.index(known_as)
    low, high = croniter.RANGES[position]
    normal = ",".join(_as_meant(field, item, high) for item in items)
    expression = " ".join(normal if other == position else "*" for other in range(len(FIELDS)))
    try:
        expanded, nth = croniter.expand(expression)
    except CroniterBadCronError:
        raise FieldError(f"expected a {field} that cron knows, but got {text.upper()!r}") from None
    finally:
        _KEPT_BY_CRONITER.pop((expression, None, False), None)
    values = expanded[position]
    if values == ["*"]:
        return tuple(range(low, high + 1)), tuple(_counted(nth))
    numbers = {LAST_DAY if value == "l" else int(value) for value in values}
    return tuple(sorted(numbers)), tuple(_counted(nth))


def _counted(nth: dict[str, set[int]]) -> Iterator[NthWeekday | LastWeekday]:
    """croniter keeps `l` among the numbers, whatever its types say."""
    for weekday, numbers in nth.items():
        for number in sorted(map(str, numbers)):
            yield LastWeekday(int(weekday)) if number == "l" else NthWeekday(int(weekday), int(number))


def _as_meant(field: str, item: str, high: int) -> str:
    """An item spelt so that croniter reads it as people mean it."""
    if item.startswith("r"):
        raise FieldError(
            f"expected a {field} that follows from the expression, but {item.upper()!r} is random: use H"
        )
    last = _LAST_WEEKDAY.fullmatch(item) if field == "day of week" else None
    if last:
        number = _WEEKDAYS.index(last[1]) if last[1] in _WEEKDAYS else int(last[1]) % 7
        return f"l{number}"
    same = _SAME_ENDS.fullmatch(item)
    if same:  # croniter takes 5-5 for the whole range
        return same[1]
    stepped = _FROM.fullmatch(item)
    if stepped and int(stepped[1]) >= high:  # and 59/5 for */5
        return stepped[1]
    return item
