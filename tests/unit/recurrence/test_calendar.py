"""Calendars: days and windows, over midnight and over daylight saving."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.recurrence.calendar import Calendar, compile_calendar, covers, ends
from tickwheel.recurrence.refusal import Refusal

HOUR_MS = 3_600_000


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def calendar(*windows: CalendarWindow, days: tuple[str, ...] = (), timezone: str = "UTC") -> Calendar:
    compiled = compile_calendar(
        CalendarDefinition(name="c", effect="exclude", timezone=timezone, days=days, windows=windows)
    )
    assert isinstance(compiled, Calendar), compiled
    return compiled


def edges(of: Calendar, start: str, end: str) -> None:
    """The calendar covers exactly start <= instant < end around there."""
    assert not covers(of, ms(start) - 1)
    assert covers(of, ms(start))
    assert covers(of, ms(end) - 1)
    assert not covers(of, ms(end))
    assert ends(of, ms(start)) == ms(end)


def test_a_day_is_a_day_of_the_zone() -> None:
    edges(
        calendar(days=("2026-12-25",), timezone="Asia/Tokyo"),
        "2026-12-25T00:00:00+09:00",
        "2026-12-26T00:00:00+09:00",
    )


def test_days_in_a_row_end_together() -> None:
    edges(
        calendar(days=("2026-12-26", "2026-12-25")), "2026-12-25T00:00:00+00:00", "2026-12-27T00:00:00+00:00"
    )


def test_a_day_of_twenty_three_hours() -> None:
    day = calendar(days=("2026-03-08",), timezone="America/New_York")
    edges(day, "2026-03-08T00:00:00-05:00", "2026-03-09T00:00:00-04:00")


def test_a_day_that_begins_at_one_in_the_morning() -> None:
    day = calendar(days=("2026-04-24",), timezone="Africa/Cairo")
    edges(day, "2026-04-24T01:00:00+03:00", "2026-04-25T00:00:00+03:00")


def test_a_day_that_a_zone_left_out_covers_nothing() -> None:
    lost = calendar(days=("2011-12-30",), timezone="Pacific/Apia")
    assert not any(covers(lost, ms("2011-12-29T00:00:00-10:00") + hour * HOUR_MS) for hour in range(72))


def test_a_window_on_weekdays() -> None:
    office = calendar(CalendarWindow(weekdays="MON-FRI", starts="09:00", ends="17:00"))
    edges(office, "2026-06-01T09:00:00+00:00", "2026-06-01T17:00:00+00:00")
    assert not covers(office, ms("2026-06-06T12:00:00+00:00"))


def test_a_window_over_midnight_belongs_to_the_day_it_begins() -> None:
    night = calendar(CalendarWindow(weekdays="FRI", starts="22:00", ends="04:00"))
    edges(night, "2026-06-05T22:00:00+00:00", "2026-06-06T04:00:00+00:00")
    assert not covers(night, ms("2026-06-05T03:00:00+00:00"))


def test_a_window_over_a_gap_and_a_repeat() -> None:
    night = calendar(CalendarWindow(starts="00:30", ends="02:30"), timezone="America/New_York")
    edges(night, "2026-03-08T00:30:00-05:00", "2026-03-08T03:00:00-04:00")
    edges(night, "2026-11-01T00:30:00-04:00", "2026-11-01T02:30:00-05:00")


def test_a_window_between_two_dates() -> None:
    freeze = calendar(CalendarWindow(first_date="2026-12-20", last_date="2027-01-02"))
    edges(freeze, "2026-12-20T00:00:00+00:00", "2027-01-03T00:00:00+00:00")


def test_a_weekend_written_as_a_range_over_sunday() -> None:
    edges(
        calendar(CalendarWindow(weekdays="sat-mon")), "2026-06-06T00:00:00+00:00", "2026-06-09T00:00:00+00:00"
    )


def test_what_is_not_covered_ends_at_once() -> None:
    assert ends(calendar(days=("2026-12-25",)), 5) == 5


def test_what_lasts_for_decades_has_no_end() -> None:
    shut = calendar(CalendarWindow(first_date="2026-01-01", last_date="2099-01-01"))
    assert ends(shut, ms("2026-06-01T00:00:00+00:00")) is None


@pytest.mark.parametrize(
    ("field", "definition"),
    [
        ("timezone", CalendarDefinition(name="c", effect="hold", timezone="Mars/Olympus")),
        ("days", CalendarDefinition(name="c", effect="hold", days=("2026-02-30",))),
        ("days", CalendarDefinition(name="c", effect="hold", days=("Christmas",))),
        (
            "windows",
            CalendarDefinition(name="c", effect="hold", windows=(CalendarWindow(weekdays="FUNDAY"),)),
        ),
        ("windows", CalendarDefinition(name="c", effect="hold", windows=(CalendarWindow(starts="25:00"),))),
        ("windows", CalendarDefinition(name="c", effect="hold", windows=(CalendarWindow(starts="9am"),))),
        ("windows", CalendarDefinition(name="c", effect="hold", windows=(CalendarWindow(last_date="soon"),))),
        (
            "windows",
            CalendarDefinition(
                name="c",
                effect="hold",
                windows=(CalendarWindow(first_date="2026-02-01", last_date="2026-01-01"),),
            ),
        ),
        (
            "windows",
            CalendarDefinition(
                name="c",
                effect="hold",
                windows=(
                    CalendarWindow(starts="06:00", ends="20:00"),
                    CalendarWindow(starts="20:00", ends="06:00"),
                ),
            ),
        ),
    ],
)
def test_a_fault_names_its_field(field: str, definition: CalendarDefinition) -> None:
    refused = compile_calendar(definition)
    assert isinstance(refused, Refusal)
    assert refused.field == field


@given(st.integers(0, 47), st.integers(0, 48), st.integers(0, 4_000))
def test_a_window_covers_what_the_wall_clock_says(starts: int, ends_at: int, step: int) -> None:
    window = CalendarWindow(
        weekdays="MON,WED,THU",
        starts=f"{starts // 2:02}:{starts % 2 * 30:02}",
        ends=f"{ends_at // 2:02}:{ends_at % 2 * 30:02}",
    )
    at_ms = ms("2026-06-01T00:00:00+00:00") + step * HOUR_MS // 2
    day, half_hour = divmod(step, 48)
    length = (ends_at - starts) % 48 or 48
    begun_today = day % 7 in (0, 2, 3) and starts <= half_hour < starts + length
    begun_yesterday = (day - 1) % 7 in (0, 2, 3) and half_hour + 48 < starts + length
    assert covers(calendar(window), at_ms) == (begun_today or begun_yesterday)
