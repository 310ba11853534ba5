"""What calendars do to a coming due time."""

from datetime import UTC, datetime

from tickwheel.command_api.calendar_notes import compiled, note
from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow

HOLIDAYS = CalendarDefinition(name="holidays", effect="exclude", days=("2026-12-25",))
NIGHT = CalendarDefinition(
    name="night", effect="hold", windows=(CalendarWindow(starts="02:00", ends="04:00"),)
)
MORNING = CalendarDefinition(
    name="morning", effect="hold", windows=(CalendarWindow(starts="04:00", ends="05:00"),)
)


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


def test_without_a_calendar_there_is_no_note() -> None:
    assert note([], at("2026-12-25T03:00")) == ""
    assert note(compiled([HOLIDAYS, NIGHT]), at("2026-12-24T12:00")) == ""


def test_to_exclude_goes_before_to_hold() -> None:
    assert (
        note(compiled([NIGHT, HOLIDAYS]), at("2026-12-25T03:00")) == "skipped: calendar holidays excludes it"
    )


def test_holds_that_follow_each_other_are_followed() -> None:
    held = note(compiled([NIGHT, MORNING]), at("2026-12-24T03:00"))
    assert held == "held: calendar morning lets it run at 2026-12-24T05:00:00Z"
