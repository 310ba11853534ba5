"""Cron expressions: what they mean, and how a bad one is refused."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from croniter import croniter
from hypothesis import given, settings
from hypothesis import strategies as st

from tickwheel.recurrence.cron import parse_cron
from tickwheel.recurrence.cron_pattern import CronPattern
from tickwheel.recurrence.refusal import Refusal


def pattern_of(expression: str, job_id: str = "a-job") -> CronPattern:
    parsed = parse_cron(expression, job_id)
    assert isinstance(parsed, CronPattern), parsed
    return parsed


def first_from(expression: str, wall: str) -> str:
    found = pattern_of(expression).first_from(int(datetime.fromisoformat(wall + "+00:00").timestamp()))
    assert found is not None
    return datetime.fromtimestamp(found, UTC).strftime("%Y-%m-%d %H:%M:%S")


def refusal_of(expression: str) -> str:
    refused = parse_cron(expression, "a-job")
    assert isinstance(refused, Refusal), refused
    assert refused.field == "cron"
    return refused.message


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("*/15 * * * *", "2026-01-15 10:15:00"),
        ("30 9-17 * * mon-fri", "2026-01-15 10:30:00"),
        ("0 0 1 JAN,Jul *", "2026-07-01 00:00:00"),
        ("@daily", "2026-01-16 00:00:00"),
        ("@hourly", "2026-01-15 11:00:00"),
        ("@weekly", "2026-01-18 00:00:00"),
        ("@yearly", "2027-01-01 00:00:00"),
        ("0 0 L * *", "2026-01-31 00:00:00"),
        ("0 0 * * 7", "2026-01-18 00:00:00"),
        ("0 0 * * fri#2", "2026-02-13 00:00:00"),
        ("0 0 * * 5L", "2026-01-30 00:00:00"),
        ("0 0 * * FRIL", "2026-01-30 00:00:00"),
        ("0 0 13 * fri", "2026-01-16 00:00:00"),
        ("0 0 29 2 *", "2028-02-29 00:00:00"),
        ("0 0 * 2 mon#5", "2044-02-29 00:00:00"),
        ("59/5 * * * *", "2026-01-15 10:59:00"),
        ("5-5 * * * *", "2026-01-15 11:05:00"),
        ("0 0 ? * sun", "2026-01-18 00:00:00"),
        ("0 0 L,31 * *", "2026-01-31 00:00:00"),
        ("0 0 17W * *", "2026-01-16 00:00:00"),
        ("0 0 18W * *", "2026-01-19 00:00:00"),
        ("0 0 1W 2,8 *", "2026-02-02 00:00:00"),
        ("0 0 1W 8 *", "2026-08-03 00:00:00"),
        ("0 0 31W 1,5 *", "2026-01-30 00:00:00"),
        ("0 0 31W 5 *", "2026-05-29 00:00:00"),
        ("0 0 LW * *", "2026-01-30 00:00:00"),
        ("0 0 25,18W * *", "2026-01-19 00:00:00"),
        ("6/2 * * * *", "2026-01-15 10:08:00"),
        ("0 0 * * 6/2", "2026-01-17 00:00:00"),
    ],
)
def test_finds_the_first_match(expression: str, expected: str) -> None:
    assert first_from(expression, "2026-01-15 10:07:30") == expected


def test_a_sixth_field_is_the_seconds_and_comes_first() -> None:
    assert first_from("*/20 7 10 * * *", "2026-01-15 10:07:30") == "2026-01-15 10:07:40"


def test_both_day_fields_together_mean_either() -> None:
    assert first_from("0 0 1 * mon", "2026-01-15 10:07:30") == "2026-01-19 00:00:00"
    assert first_from("0 0 1 * mon", "2026-01-27 00:00:00") == "2026-02-01 00:00:00"


def test_a_day_field_that_allows_every_day_restricts_nothing() -> None:
    assert first_from("0 0 */1 * mon", "2026-01-15 10:07:30") == "2026-01-19 00:00:00"
    assert first_from("0 0 1 * 0-6", "2026-01-15 10:07:30") == "2026-02-01 00:00:00"


def test_an_impossible_day_beside_a_weekday_leaves_the_weekday() -> None:
    assert first_from("0 0 31 2 mon", "2026-01-15 10:07:30") == "2026-02-02 00:00:00"


@pytest.mark.parametrize(
    ("expression", "named"),
    [
        ("0 0 31 2 *", "no day 31 in month 2"),
        ("0 0 31 feb,apr *", "no day 31 in month FEB,APR"),
        ("61 * * * *", "minute"),
        ("0 24 * * *", "hour"),
        ("0 0 0 * *", "day of month"),
        ("0 0 * 13 *", "month"),
        ("0 0 * * 8", "day of week"),
        ("0 0 * * mon#6", "day of week"),
        ("60 0 0 * * *", "second"),
        ("*/0 * * * *", "minute"),
        ("R * * * *", "random"),
        ("0 0 32W * *", "day of month"),
        ("0 0 31W 2 *", "no day 31W in month 2"),
        ("H(40-70) * * * *", "range of the minute"),
        ("H/0 * * * *", "range of the minute"),
        ("* * * *", "5 fields"),
        ("* * * * * * *", "5 fields"),
        ("", "5 fields"),
        ("@reboot", "@daily"),
        ("*" * 300, "255"),
    ],
)
def test_refuses_and_names_what_is_wrong(expression: str, named: str) -> None:
    assert named in refusal_of(expression)


@given(st.text(alphabet="0123456789*/-,#?LHRWMONJA@() ", max_size=30) | st.text(max_size=20))
def test_no_text_raises(expression: str) -> None:
    parse_cron(expression, "a-job")


def test_h_is_the_same_for_a_job_and_spreads_jobs() -> None:
    patterns = [pattern_of("H H(0-5) * * *", f"job-{number}") for number in range(600)]
    assert pattern_of("H H(0-5) * * *", "job-7") == patterns[7]
    assert len({pattern.minutes for pattern in patterns}) == 60
    assert {pattern.hours for pattern in patterns} == {(hour,) for hour in range(6)}


def test_h_with_a_step_keeps_the_step() -> None:
    for number in range(50):
        minutes = pattern_of("H/15 * * * *", f"job-{number}").minutes
        assert len(minutes) == 4
        assert all(later - earlier == 15 for earlier, later in pairwise(minutes))


def test_h_over_the_month_runs_in_february() -> None:
    assert all(pattern_of("0 0 H * *", f"job-{number}").days[0] <= 28 for number in range(300))


def items(low: int, high: int) -> st.SearchStrategy[str]:
    value = st.integers(low, high)
    span = st.tuples(value, value).filter(lambda pair: pair[0] != pair[1]).map(sorted)
    return st.one_of(
        value.map(str),
        span.map(lambda pair: f"{pair[0]}-{pair[1]}"),
        st.tuples(span, st.integers(1, 9)).map(lambda both: f"{both[0][0]}-{both[0][1]}/{both[1]}"),
    )


def field(low: int, high: int) -> st.SearchStrategy[str]:
    return st.one_of(st.just("*"), st.lists(items(low, high), min_size=1, max_size=3).map(",".join))


# No 29 to 31 beside other days: croniter steps over the 1st of March to the 3rd when it looks for a 31st of February.
days = st.one_of(field(1, 28), st.just("l"))
weekdays = st.one_of(field(0, 6), st.sampled_from(["mon#1", "fri#5", "l5", "sun,wed"]))


@given(field(0, 59), field(0, 23), days, field(1, 12), weekdays, st.integers(1_500_000_000, 2_500_000_000))
@settings(max_examples=300, deadline=None)
def test_steps_as_croniter_does(
    minute: str, hour: str, day: str, month: str, weekday: str, start_s: int
) -> None:
    if "#" in weekday or "l" in weekday:
        day = "*"  # croniter loses the day of the month here
    expression = f"{minute} {hour} {day} {month} {weekday}"
    parsed = pattern_of(expression)
    if parsed.any_weekday and weekday != "*":
        return  # croniter takes 0-6 for a restriction
    theirs = croniter(expression, datetime.fromtimestamp(start_s, UTC).replace(tzinfo=None))
    ours: int | None = start_s
    for _ in range(4):
        assert ours is not None
        ours = parsed.first_from(ours + 1)
        assert ours == theirs.get_next(float)


def numbers_of(text: str, low: int, high: int) -> set[int]:
    """A second reader of cron fields, for numbers only."""
    found: set[int] = set()
    for item in text.split(","):
        span, _, step = item.partition("/")
        first, _, last = (f"{low}-{high}" if span == "*" else span).partition("-")
        found.update(range(int(first), int(last or first) + 1, int(step or 1)))
    return found


@given(field(1, 31), field(1, 12), field(0, 6), st.dates(date(2020, 1, 1), date(2040, 1, 1)))
@settings(deadline=None)
def test_days_are_those_found_by_trying_each(day: str, month: str, weekday: str, start: date) -> None:
    parsed = parse_cron(f"0 0 {day} {month} {weekday}", "a-job")
    allowed, in_months, on_weekdays = (
        numbers_of(day, 1, 31),
        numbers_of(month, 1, 12),
        numbers_of(weekday, 0, 6),
    )

    def matches(tried: date) -> bool:
        by_day, by_weekday = tried.day in allowed, tried.isoweekday() % 7 in on_weekdays
        either = len(allowed) < 31 and len(on_weekdays) < 7
        return tried.month in in_months and (by_day or by_weekday if either else by_day and by_weekday)

    tried = (start + timedelta(days=ahead) for ahead in range(366 * 9))
    expected = next((found for found in tried if matches(found)), None)
    if expected is None:
        assert isinstance(parsed, Refusal)
        return
    assert isinstance(parsed, CronPattern)
    since_epoch = (start - date(1970, 1, 1)).days * 86_400
    assert parsed.first_from(since_epoch) == (expected - date(1970, 1, 1)).days * 86_400
