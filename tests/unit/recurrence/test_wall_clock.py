"""From wall clock to instant: named places and days, each for a reason."""

from datetime import datetime

import pytest

from tickwheel.protocol.vocabulary import DstGap, DstRepeat
from tickwheel.recurrence import Schedule, compile_schedule, preview
from tickwheel.recurrence.refusal import Refusal


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def cron(expression: str, zone: str, gap: DstGap = "next_valid", repeat: DstRepeat = "first") -> Schedule:
    schedule = compile_schedule("cron", cron=expression, timezone=zone, dst_gap=gap, dst_repeat=repeat)
    assert not isinstance(schedule, Refusal), schedule
    return schedule


def next_local(schedule: Schedule, after: str, n: int = 3) -> list[str]:
    return [found.local_text for found in preview(schedule, ms(after), n)]


@pytest.mark.parametrize(
    ("gap", "on_the_day"),
    [
        ("next_valid", ["2026-03-08T03:00:00-04:00"]),
        ("shift", ["2026-03-08T03:30:00-04:00"]),
        ("skip", []),
    ],
)
def test_new_york_in_spring(gap: DstGap, on_the_day: list[str]) -> None:
    found = next_local(cron("30 2 * * *", "America/New_York", gap), "2026-03-07T12:00:00-05:00", 3)
    assert [text for text in found if text.startswith("2026-03-08")] == on_the_day
    assert "2026-03-09T02:30:00-04:00" in found


@pytest.mark.parametrize(
    ("repeat", "on_the_day"),
    [
        ("first", ["2026-11-01T01:30:00-04:00"]),
        ("second", ["2026-11-01T01:30:00-05:00"]),
        ("both", ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"]),
    ],
)
def test_new_york_in_autumn(repeat: DstRepeat, on_the_day: list[str]) -> None:
    found = next_local(
        cron("30 1 * * *", "America/New_York", repeat=repeat),
        "2026-10-31T12:00:00-04:00",
        len(on_the_day) + 1,
    )
    assert found == [*on_the_day, "2026-11-02T01:30:00-05:00"]


def test_many_times_in_one_gap_are_one_occurrence() -> None:
    found = next_local(cron("*/15 * * * *", "America/New_York"), "2026-03-08T01:30:00-05:00", 3)
    assert found == ["2026-03-08T01:45:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-08T03:15:00-04:00"]


def test_shifted_times_are_in_order_with_those_that_exist() -> None:
    found = next_local(cron("0,40 2,3 * * *", "America/New_York", "shift"), "2026-03-08T00:00:00-05:00", 3)
    assert found == ["2026-03-08T03:00:00-04:00", "2026-03-08T03:40:00-04:00", "2026-03-09T02:00:00-04:00"]


def test_lord_howe_moves_by_half_an_hour() -> None:
    spring = next_local(cron("15 2 * * *", "Australia/Lord_Howe"), "2026-10-03T12:00:00+10:30", 2)
    assert spring == ["2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"]
    autumn = next_local(
        cron("45 1 * * *", "Australia/Lord_Howe", repeat="both"), "2026-04-04T12:00:00+11:00", 3
    )
    assert autumn == ["2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30", "2026-04-06T01:45:00+10:30"]


def test_cairo_has_a_day_without_midnight() -> None:
    found = next_local(cron("@daily", "Africa/Cairo"), "2026-04-22T12:00:00+02:00", 3)
    assert found == ["2026-04-23T00:00:00+02:00", "2026-04-24T01:00:00+03:00", "2026-04-25T00:00:00+03:00"]


def test_asuncion_had_days_without_midnight_and_stopped() -> None:
    found = next_local(cron("@daily", "America/Asuncion"), "2023-09-30T12:00:00-04:00", 2)
    assert found == ["2023-10-01T01:00:00-03:00", "2023-10-02T00:00:00-03:00"]
    assert next_local(cron("@daily", "America/Asuncion"), "2026-10-03T12:00:00-03:00", 1) == [
        "2026-10-04T00:00:00-03:00"
    ]


def test_kathmandu_is_a_quarter_of_an_hour_off() -> None:
    assert cron("0 6 * * *", "Asia/Kathmandu").next_after(ms("2026-01-01T00:00:00+00:00")) == ms(
        "2026-01-01T00:15:00+00:00"
    )


def test_apia_lost_a_day() -> None:
    found = next_local(cron("0 9 * * *", "Pacific/Apia"), "2011-12-29T00:00:00-10:00", 3)
    assert found == ["2011-12-29T09:00:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T09:00:00+14:00"]
    assert next_local(cron("0 9 * * *", "Pacific/Apia", "skip"), "2011-12-29T12:00:00-10:00", 1) == [
        "2011-12-31T09:00:00+14:00"
    ]


def test_notes_say_what_daylight_saving_did() -> None:
    spring = preview(cron("30 2 * * *", "America/New_York"), ms("2026-03-08T00:00:00-05:00"), 2)
    assert spring[0].note == "02:30 does not exist on 2026-03-08 in America/New_York: runs at 03:00"
    assert spring[1].note == ""
    skipped = preview(cron("30 2 * * *", "America/New_York", "skip"), ms("2026-03-08T00:00:00-05:00"), 1)
    assert skipped[0].note == "02:30 does not exist on 2026-03-08 in America/New_York: skipped"
    autumn = preview(
        cron("30 1 * * *", "America/New_York", repeat="second"), ms("2026-11-01T00:00:00-04:00"), 1
    )
    assert autumn[0].note == "01:30 comes twice on 2026-11-01 in America/New_York: this is the second"


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    schedule = cron("*/7 * * * *", "Europe/Berlin")
    start = ms("2026-10-25T00:00:00+00:00")
    questions = [start + step * 1_234_567 for step in range(40)]
    forwards = [schedule.next_after(at) for at in questions]
    backwards = [schedule.next_after(at) for at in reversed(questions)]
    assert forwards == backwards[::-1]
