"""The next fire times as people want to see them: local time, and a note where daylight saving bends them."""

from datetime import UTC, datetime, timedelta, timezone

import msgspec

from tickwheel.recurrence.schedule import Bounded, Schedule
from tickwheel.recurrence.wall_clock import WallClock
from tickwheel.recurrence.zone import LAST_INSTANT_MS, SECOND_MS, Span, wall_text

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Preview(msgspec.Struct, frozen=True, gc=False):
    """One coming occurrence."""

    instant_ms: int
    local_text: str
    """ISO 8601 with the offset of the job's zone."""
    note: str
    """Why it is not simply what the expression says; empty almost always."""


def preview(schedule: Schedule, after_ms: int, n: int) -> list[Preview]:
    """The first `n` occurrences after an instant; fewer if the schedule ends."""
    inner = schedule.inner if isinstance(schedule, Bounded) else schedule
    found: list[Preview] = []
    while len(found) < n:
        instant_ms = schedule.next_after(after_ms)
        if instant_ms is None or instant_ms > LAST_INSTANT_MS:
            break
        if isinstance(inner, WallClock):
            offset_ms = inner.zone.span(instant_ms).offset_ms
            note = _note(inner, after_ms, instant_ms)
        else:
            offset_ms, note = 0, ""
        found.append(Preview(instant_ms, _local_text(instant_ms, offset_ms), note))
        after_ms = instant_ms
    return found


def _local_text(instant_ms: int, offset_ms: int) -> str:
    local = (_EPOCH + timedelta(milliseconds=instant_ms)).astimezone(
        timezone(timedelta(milliseconds=offset_ms))
    )
    return local.isoformat(timespec="milliseconds" if instant_ms % SECOND_MS else "seconds")


def _note(schedule: WallClock, after_ms: int, instant_ms: int) -> str:
    span = schedule.zone.span(instant_ms)
    wall_ms = instant_ms + span.offset_ms
    notes = []
    swallowed = _swallowed(schedule, span, after_ms)
    if swallowed is not None:
        missing = f"{_clock(swallowed)} does not exist on {_day(swallowed)} in {schedule.zone.name}"
        if schedule.gap == "skip":
            notes.append(f"{missing}: skipped")
        elif not schedule.pattern.matches(wall_ms // SECOND_MS):
            notes.append(f"{missing}: runs at {_clock(wall_ms)}")
    if wall_ms < span.start_ms + span.before_ms:
        notes.append(_twice(schedule, wall_ms, "second"))
    elif wall_ms >= span.end_ms + span.after_ms:
        notes.append(_twice(schedule, wall_ms, "first"))
    return "; ".join(notes)


def _swallowed(schedule: WallClock, span: Span, after_ms: int) -> int | None:
    """The wall-clock time in the gap before a span that concerns an occurrence following `after_ms`."""
    if span.before_ms >= span.offset_ms:
        return None
    from_ms = max(after_ms + 1, span.start_ms) if schedule.gap == "shift" else span.start_ms
    wall_ms = schedule.first_wall_from(from_ms + span.before_ms)
    passed = schedule.gap != "shift" and after_ms >= span.start_ms
    return None if passed or wall_ms is None or wall_ms >= span.start_ms + span.offset_ms else wall_ms


def _twice(schedule: WallClock, wall_ms: int, which: str) -> str:
    return f"{_clock(wall_ms)} comes twice on {_day(wall_ms)} in {schedule.zone.name}: this is the {which}"


def _clock(wall_ms: int) -> str:
    return wall_text(wall_ms).split(" ")[1]


def _day(wall_ms: int) -> str:
    return wall_text(wall_ms).split(" ")[0]
