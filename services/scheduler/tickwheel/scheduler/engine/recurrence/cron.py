"""Reads cron expressions. croniter reads each field; this module decides which fields there are.

    minute hour day-of-month month day-of-week             five fields, as in crontab(5)
    second minute hour day-of-month month day-of-week      six fields, seconds first as in Quartz, Spring and Go
    @yearly @annually @monthly @weekly @daily @midnight @hourly

Weekdays are 0-7 with Sunday as 0 and 7, or names. When both day fields are restricted a day need match only one; a field
that allows every day, however written, restricts nothing.
"""

import re
import sys
from collections.abc import Iterator
from functools import lru_cache

from croniter import CroniterBadCronError, croniter

from tickwheel.scheduler.engine.recurrence.cron_pattern import CronPattern, LastWeekday, NthWeekday
from tickwheel.scheduler.engine.recurrence.refusal import Refusal
from tickwheel.scheduler.engine.recurrence.spread import spread

FIELDS = ("minute", "hour", "day of month", "month", "day of week")

LONGEST_EXPRESSION = 255

_ALIASES = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_HIGHEST = dict(zip(FIELDS, (59, 23, 31, 12, 7), strict=True))
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_SAME_ENDS = re.compile(r"(\w+)-\1(?:/\d+)?")
_SPREAD = re.compile(r"(?<![a-z@])h", re.IGNORECASE)  # not that of thu, march or @hourly
_LAST_WEEKDAY = re.compile(rf"([0-7]|{'|'.join(_WEEKDAYS)})l")
# croniter keeps every text it ever read; its reader forgets ours again.
_KEPT_BY_CRONITER: dict[object, object] = vars(sys.modules[croniter.__module__]).get("EXPRESSIONS", {})


class _FaultError(Exception):
    """Carries a refusal out of the reading of one field."""

    def __init__(self, message: str) -> None:
        self.refusal = Refusal("cron", message)


@lru_cache(maxsize=4096)
def depends_on_job(expression: str) -> bool:
    """Whether an expression has an `H`, so that it means another time for each job."""
    return _SPREAD.search(expression) is not None


def parse_cron(expression: str, job_id: str) -> CronPattern | Refusal:
    """Read an expression for a job. Two jobs share a pattern unless the expression has an `H`."""
    text = " ".join(expression.lower().split())
    if len(text) > LONGEST_EXPRESSION:
        return Refusal(
            "cron", f"expected at most {LONGEST_EXPRESSION} characters of cron, but got {len(text)}"
        )
    text = _ALIASES.get(text, text)
    fields = text.split(" ")
    if len(fields) not in (5, 6):
        return Refusal(
            "cron",
            f"expected 5 fields, or 6 with seconds first, or @daily and the like, but got {expression!r}",
        )
    if depends_on_job(text):
        spelt = _spread_all(fields, job_id)
        if isinstance(spelt, Refusal):
            return spelt
        fields = spelt
    return _pattern(tuple(fields))


def _spread_all(fields: list[str], job_id: str) -> list[str] | Refusal:
    names = FIELDS if len(fields) == 5 else ("second", *FIELDS)
    spelt = []
    for name, field in zip(names, fields, strict=True):
        items = [spread(name, item, job_id) for item in field.split(",")]
        for item in items:
            if isinstance(item, Refusal):
                return item
        spelt.append(",".join(map(str, items)))
    return spelt


@lru_cache(maxsize=4096)
def _pattern(fields: tuple[str, ...]) -> CronPattern | Refusal:
    second, minute, hour, day, month, weekday = fields if len(fields) == 6 else ("0", *fields)
    try:
        pattern = CronPattern(
            seconds=_read("minute", second, called="second")[0],
            minutes=_read("minute", minute)[0],
            hours=_read("hour", hour)[0],
            days=_read("day of month", day)[0],
            last_day=any(item == "l" for item in day.split(",")),
            months=_read("month", month)[0],
            weekdays=_read("day of week", weekday)[0],
            nth_weekdays=_read("day of week", weekday)[1],
            any_day=len(_read("day of month", day)[0]) == 31,
            any_weekday=len(_read("day of week", weekday)[0]) == 7 and not _read("day of week", weekday)[1],
        )
    except _FaultError as fault:
        return fault.refusal
    return _never(pattern, day, month) or pattern


def _never(pattern: CronPattern, day: str, month: str) -> Refusal | None:
    """A refusal if no month of the pattern has any of its days."""
    if pattern.any_day or pattern.last_day or not pattern.any_weekday:
        return None
    if any(min(pattern.days) <= _LONGEST_MONTH[number - 1] for number in pattern.months):
        return None
    return Refusal("cron", f"expected a date that exists, but there is no day {day} in month {month.upper()}")


@lru_cache(maxsize=4096)
def _read(
    field: str, text: str, called: str = ""
) -> tuple[tuple[int, ...], tuple[NthWeekday | LastWeekday, ...]]:
    """The values of one field, and for weekdays those that count within the month."""
    name = called or field
    position = FIELDS.index(field)
    normal = ",".join(_normal_items(name, field, text))
    expression = " ".join(normal if other == position else "*" for other in range(5))
    try:
        expanded, nth = croniter.expand(expression)
    except CroniterBadCronError:
        raise _FaultError(f"expected a {name} that cron knows, but got {text.upper()!r}") from None
    finally:
        _KEPT_BY_CRONITER.pop((expression, None, False), None)
    low, high = croniter.RANGES[position]
    values = expanded[position]
    numbers = (
        range(low, high + 1) if values == ["*"] else (value for value in values if isinstance(value, int))
    )
    return tuple(sorted(numbers)), tuple(_counted(nth))


def _counted(nth: dict[str, set[int]]) -> Iterator[NthWeekday | LastWeekday]:
    """croniter keeps `l` among the numbers, whatever its types say."""
    for weekday, numbers in nth.items():
        for number in sorted(map(str, numbers)):
            yield LastWeekday(int(weekday)) if number == "l" else NthWeekday(int(weekday), int(number))


def _normal_items(name: str, field: str, text: str) -> Iterator[str]:
    """The items of a field with what croniter reads otherwise than people mean spelt out or refused."""
    for item in text.split(","):
        if item.startswith("r"):
            raise _FaultError(
                f"expected a {name} that follows from the expression, but {item.upper()!r} is random: use H"
            )
        if field == "day of month" and item.endswith("w"):
            raise _FaultError(
                f"expected a {name} without W (nearest weekday is not supported), but got {item.upper()!r}"
            )
        last = _LAST_WEEKDAY.fullmatch(item) if field == "day of week" else None
        if last:
            number = _WEEKDAYS.index(last[1]) if last[1] in _WEEKDAYS else int(last[1]) % 7
            yield f"l{number}"
        elif same := _SAME_ENDS.fullmatch(item):  # croniter takes 5-5 for the whole range
            yield same[1]
        elif item.startswith(f"{_HIGHEST[field]}/"):  # and 59/5 for */5
            yield item.split("/")[0]
        else:
            yield item
