"""Compiling what a job says: kinds, bounds, refusals, and what was missed."""

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.vocabulary import DstGap, DstRepeat
from tickwheel.recurrence import (
    Calendar,
    Refusal,
    Schedule,
    compile_calendar,
    compile_schedule,
    covers,
    jittered,
    missed,
    preview,
)
from tickwheel.recurrence.interval import Interval, parse_interval
from tickwheel.recurrence.missed import COUNT_AT_MOST

START_MS = 1_767_225_600_000  # 2026-01-01
MINUTE_MS = 60_000
DAY_MS = 86_400_000
YEAR_MS = 365 * DAY_MS


def compiled(schedule: Schedule | Refusal) -> Schedule:
    assert not isinstance(schedule, Refusal), schedule
    return schedule


def field_of(schedule: Schedule | Refusal) -> str:
    assert isinstance(schedule, Refusal), schedule
    return schedule.field


def test_an_interval_stays_on_the_grid_of_its_anchor() -> None:
    schedule = compiled(compile_schedule("interval", interval_ms=900_000, anchor_ms=START_MS + 7))
    assert schedule.next_after(START_MS) == START_MS + 7
    assert schedule.next_after(START_MS + 7) == START_MS + 900_007
    assert schedule.next_after(START_MS + 5_000_000) == START_MS + 5_400_007


def test_one_instant_happens_once() -> None:
    schedule = compiled(compile_schedule("at", run_at_ms=START_MS))
    assert schedule.next_after(START_MS - 1) == START_MS
    assert schedule.next_after(START_MS) is None


def test_a_manual_job_has_no_occurrence() -> None:
    assert compiled(compile_schedule("manual")).next_after(0) is None


def test_bounds_include_the_start_and_exclude_the_end() -> None:
    schedule = compiled(
        compile_schedule("cron", cron="@hourly", start_at_ms=START_MS, end_at_ms=START_MS + 2 * 3_600_000)
    )
    assert schedule.next_after(0) == START_MS
    assert schedule.next_after(START_MS) == START_MS + 3_600_000
    assert schedule.next_after(START_MS + 3_600_000) is None


@pytest.mark.parametrize(
    ("field", "schedule"),
    [
        ("timezone", compile_schedule("cron", cron="@daily", timezone="Mars/Olympus")),
        ("timezone", compile_schedule("cron", cron="@daily", timezone="../../etc/passwd")),
        ("cron", compile_schedule("cron", cron="0 0 31 2 *")),
        ("cron", compile_schedule("cron", cron="")),
        ("interval", compile_schedule("interval", interval_ms=0)),
        ("interval", compile_schedule("interval", interval_ms=-5)),
        ("end_at", compile_schedule("cron", cron="@daily", start_at_ms=START_MS, end_at_ms=START_MS - 1)),
    ],
)
def test_a_refusal_names_the_field(field: str, schedule: Schedule | Refusal) -> None:
    assert field_of(schedule) == field


def test_jobs_with_the_same_pattern_share_one_schedule() -> None:
    one = compile_schedule("cron", cron="*/5 * * * *", timezone="Europe/Paris", job_id="a")
    other = compile_schedule("cron", cron="*/5  * * * *", timezone="Europe/Paris", job_id="b")
    assert one is other


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90s", 90_000),
        ("15m", 900_000),
        ("2h", 7_200_000),
        ("1d12h", 129_600_000),
        ("1d 12h", 129_600_000),
        ("250ms", 250),
        ("1.5h", 5_400_000),
        ("PT15M", 900_000),
        ("P1D", DAY_MS),
        ("P1DT12H", 129_600_000),
        ("PT0.25S", 250),
        ("P2W", 14 * DAY_MS),
    ],
)
def test_reads_intervals(text: str, expected: int) -> None:
    assert parse_interval(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0s",
        "PT0S",
        "P",
        "PT",
        "P1M",
        "P1Y",
        "90",
        "-5m",
        "1m1m",
        "5 parsecs",
        "0.1ms",
        "999999999999w",
        "1e3s",
    ],
)
def test_refuses_what_is_no_interval(text: str) -> None:
    refused = parse_interval(text)
    assert isinstance(refused, Refusal)
    assert refused.field == "interval"


@given(st.text(max_size=20) | st.text(alphabet="PT0123456789.,WDHMSmshdw ", max_size=20))
def test_no_interval_raises(text: str) -> None:
    parse_interval(text)


@given(st.integers(1, 10**9), st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 5))
def test_missed_intervals_are_computed_as_if_counted(every: int, after: int, length: int, cap: int) -> None:
    schedule = Interval(max(every, length // 50 + 1), 12_345)
    counted = []
    at_ms = schedule.next_after(after)
    while at_ms is not None and at_ms <= after + length:
        counted.append(at_ms)
        at_ms = schedule.next_after(at_ms)
    found = missed(schedule, after, after + length, cap)
    assert (found.count, found.more) == (len(counted), False)
    assert found.sample == tuple(counted[-cap:] if cap else ())
    if counted:
        assert (found.first_ms, found.last_ms) == (counted[0], counted[-1])


def test_a_century_of_milliseconds_is_counted_without_a_loop() -> None:
    found = missed(Interval(1, 0), START_MS, START_MS + 100 * YEAR_MS, 2)
    assert found.count == 100 * YEAR_MS
    assert found.sample == (START_MS + 100 * YEAR_MS - 1, START_MS + 100 * YEAR_MS)


def test_missed_minutes_of_a_day_are_counted_and_the_newest_kept() -> None:
    schedule = compiled(compile_schedule("cron", cron="* * * * *"))
    found = missed(schedule, START_MS, START_MS + DAY_MS, 2)
    assert (found.count, found.more) == (1440, False)
    assert found.first_ms == START_MS + MINUTE_MS
    assert found.sample == (START_MS + DAY_MS - MINUTE_MS, START_MS + DAY_MS)


def test_counting_stops_but_the_newest_are_still_found() -> None:
    schedule = compiled(compile_schedule("cron", cron="* * * * *"))
    found = missed(schedule, START_MS, START_MS + YEAR_MS + 1, 3)
    assert (found.count, found.more) == (COUNT_AT_MOST, True)
    assert found.last_ms == START_MS + YEAR_MS
    assert found.sample == tuple(START_MS + YEAR_MS - back * MINUTE_MS for back in (2, 1, 0))


def test_nothing_missed_is_empty() -> None:
    schedule = compiled(compile_schedule("cron", cron="@daily"))
    assert missed(schedule, START_MS, START_MS + 5, 3).count == 0


def test_missed_respects_the_bounds() -> None:
    schedule = compiled(
        compile_schedule("cron", cron="@hourly", start_at_ms=START_MS, end_at_ms=START_MS + 7_200_000)
    )
    assert missed(schedule, 0, START_MS + YEAR_MS, 9).sample == (START_MS, START_MS + 3_600_000)


@given(st.integers(0, 10**13), st.integers(0, 10**9), st.text(max_size=5), st.text(max_size=5))
def test_jitter_is_never_early_and_always_the_same(due: int, jitter: int, job: str, occurrence: str) -> None:
    moved = jittered(due, jitter, job, occurrence)
    assert due <= moved <= due + jitter
    assert moved == jittered(due, jitter, job, occurrence)


def test_an_unknown_policy_is_refused() -> None:
    gap = cast("DstGap", "sideways")  # what a foreign producer may send
    repeat = cast("DstRepeat", "thrice")
    assert field_of(compile_schedule("cron", cron="@daily", dst_gap=gap)) == "dst_gap"
    assert field_of(compile_schedule("cron", cron="@daily", dst_repeat=repeat)) == "dst_repeat"


@pytest.mark.parametrize("at_ms", [-(10**18), -1, 0, 253_086_767_999_999, 253_402_300_799_000, 10**18, 2**80])
def test_no_instant_is_too_early_or_too_late_to_ask(at_ms: int) -> None:
    every_minute = compiled(compile_schedule("cron", cron="* * * * *", timezone="Europe/Paris"))
    found = every_minute.next_after(at_ms)
    assert found is None or found > at_ms
    assert len(preview(every_minute, at_ms, 2)) <= 2
    assert len(preview(Interval(60_000, 0), at_ms, 2)) <= 2
    christmas = compile_calendar(CalendarDefinition(name="c", effect="hold", days=("9989-12-25",)))
    assert isinstance(christmas, Calendar)
    assert not covers(christmas, at_ms)


def test_refuses_an_instant_beyond_the_calendar() -> None:
    assert field_of(compile_schedule("at", run_at_ms=10**18)) == "run_at"
    assert field_of(compile_schedule("cron", cron="@daily", start_at_ms=10**18)) == "start_at"


@given(
    st.sampled_from(
        ["* * * * *", "*/7 9-17 * * mon-fri", "0 3 * * *", "15,45 1,2 * 10,11 *", "*/20 * * * * *"]
    ),
    st.integers(0, 400 * 24),
    st.integers(1, 20_000_000),
    st.integers(1, 15),
)
@settings(deadline=None)
def test_the_newest_of_many_are_those_that_counting_all_would_find(
    cron: str, start_hours: int, length_ms: int, cap: int
) -> None:
    schedule = compiled(compile_schedule("cron", cron=cron, timezone="America/New_York", dst_repeat="both"))
    after_ms = START_MS + start_hours * 3_600_000
    counted = missed(schedule, after_ms, after_ms + length_ms, cap)
    capped = missed(schedule, after_ms, after_ms + length_ms, cap, count_at_most=10)
    assert (capped.first_ms, capped.last_ms, capped.sample) == (
        counted.first_ms,
        counted.last_ms,
        counted.sample,
    )
    assert capped.more == (counted.count > 10)
