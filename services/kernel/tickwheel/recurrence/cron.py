"""Reads cron expressions: which fields there are, and what they mean together.

    minute hour day-of-month month day-of-week             five fields, as in crontab(5)
    second minute hour day-of-month month day-of-week      six fields, seconds first as in Quartz, Spring and Go
    @yearly @annually @monthly @weekly @daily @midnight @hourly

Weekdays are 0-7 with Sunday as 0 and 7, or names. When both day fields are restricted a day need match only one; a field
that allows every day, however written, restricts nothing.
"""

import re
from functools import lru_cache

from tickwheel.recurrence.cron_field import FIELDS, FieldError, read_field
from tickwheel.recurrence.cron_pattern import LAST_DAY, CronPattern
from tickwheel.recurrence.refusal import Refusal
from tickwheel.recurrence.spread import spread

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
_FIELDS_WITH_SECONDS = ("second", *FIELDS)
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_SPREAD = re.compile(r"(?<![a-z@])h", re.IGNORECASE)  # not that of thu, march or @hourly


@lru_cache(maxsize=4096)
def depends_on_job(expression: str) -> bool:
    """Whether an expression has an `H`, so that it means another time for each job."""
    return _SPREAD.search(expression) is not None


def parse_cron(expression: str, job_id: str) -> CronPattern | Refusal:
    """Read an expression for a job. Two jobs share a pattern unless the expression has an `H`."""
    text = " ".join(expression.lower().split())
    if len(text) > LONGEST_EXPRESSION:
        return _refused(f"at most {LONGEST_EXPRESSION} characters of cron, but got {len(text)}")
    fields = _ALIASES.get(text, text).split(" ")
    if len(fields) not in (5, 6):
        return _refused(f"5 fields, or 6 with seconds first, or @daily and the like, but got {expression!r}")
    if len(fields) == 5:
        fields.insert(0, "0")
    if depends_on_job(text):
        spelt = _spread_all(fields, job_id)
        if isinstance(spelt, Refusal):
            return spelt
        fields = spelt
    return _pattern(tuple(fields))


def _spread_all(fields: list[str], job_id: str) -> list[str] | Refusal:
    spelt = []
    for name, field in zip(_FIELDS_WITH_SECONDS, fields, strict=True):
        items = [spread(name, item, job_id) for item in field.split(",")]
        for item in items:
            if isinstance(item, Refusal):
                return item
        spelt.append(",".join(map(str, items)))
    return spelt


@lru_cache(maxsize=4096)
def _pattern(fields: tuple[str, ...]) -> CronPattern | Refusal:
    try:
        second, minute, hour, day, month, weekday = map(read_field, _FIELDS_WITH_SECONDS, fields)
    except FieldError as fault:
        return Refusal("cron", str(fault))
    pattern = CronPattern(
        seconds=second.numbers,
        minutes=minute.numbers,
        hours=hour.numbers,
        days=day.numbers,
        nearest_weekdays=day.nearest,
        months=month.numbers,
        weekdays=weekday.numbers,
        counted_weekdays=weekday.counted,
        any_day=set(range(1, 32)) <= set(day.numbers),
        any_weekday=len(weekday.numbers) == 7 and not weekday.counted,
    )
    if pattern.any_weekday and not _has_a_day(pattern):
        return _refused(
            f"a date that exists, but there is no day {fields[3].upper()} in month {fields[4].upper()}"
        )
    return pattern


def _has_a_day(pattern: CronPattern) -> bool:
    """Whether any month of the pattern ever has one of its days."""
    days = (*pattern.days, *pattern.nearest_weekdays)
    least = 1 if LAST_DAY in days else min(days)
    return any(least <= _LONGEST_MONTH[month - 1] for month in pattern.months)


def _refused(expected: str) -> Refusal:
    return Refusal("cron", f"expected {expected}")
