"""Every change of the clocks in many zones against the plainest reading of the policies: minute by minute, by zoneinfo."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import get_args
from zoneinfo import ZoneInfo

import pytest

from tickwheel.protocol.vocabulary import DstGap, DstRepeat
from tickwheel.recurrence import Refusal, Schedule, compile_schedule

# A day before each change and two after it: both changes of a year, half an hour, a midnight, a whole day left out.
CHANGES = [
    ("America/New_York", "2026-03-07"),
    ("America/New_York", "2026-10-31"),
    ("Europe/Vienna", "2026-03-28"),
    ("Europe/Vienna", "2026-10-24"),
    ("Australia/Lord_Howe", "2026-04-04"),
    ("Australia/Lord_Howe", "2026-10-03"),
    ("Africa/Cairo", "2026-04-23"),
    ("Africa/Cairo", "2026-10-28"),
    ("America/Santiago", "2026-09-05"),
    ("Africa/Casablanca", "2026-02-14"),
    ("Pacific/Apia", "2011-12-29"),
    ("Asia/Kolkata", "2026-03-28"),
]
PATTERNS: dict[str, Callable[[datetime], bool]] = {
    "*/7 * * * *": lambda wall: wall.minute % 7 == 0,
    "30 0-3 * * *": lambda wall: wall.minute == 30 and wall.hour <= 3,
    "15,45 2 * * *": lambda wall: wall.minute in (15, 45) and wall.hour == 2,
    "0 0 * * *": lambda wall: wall.minute == wall.hour == 0,
    "59 23 * * *": lambda wall: (wall.hour, wall.minute) == (23, 59),
    "*/20 1 * * sun": lambda wall: wall.minute % 20 == 0 and wall.hour == 1 and wall.weekday() == 6,
}
DAYS = 4


def expected(zone: ZoneInfo, day: datetime, pattern: str, gap: DstGap, repeat: DstRepeat) -> list[datetime]:
    """Of the wall-clock minutes of some days those that match, each at its instant or instants."""
    found: set[datetime] = set()
    for minute in range(DAYS * 1_440):
        wall = day + timedelta(minutes=minute)
        if not PATTERNS[pattern](wall):
            continue
        instants = [wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
        if instants[0].astimezone(zone).replace(tzinfo=None) != wall:
            found |= _of_gap(zone, wall, instants, gap)
        elif repeat == "both":
            found |= set(instants)
        else:
            found.add(instants[0] if repeat == "first" else instants[1])
    return sorted(found)


def _of_gap(zone: ZoneInfo, wall: datetime, instants: list[datetime], gap: DstGap) -> set[datetime]:
    if gap == "skip":
        return set()
    if gap == "shift":
        return {instants[0]}
    at = instants[
        1
    ]  # before the change: from here on, the first minute that is shown later than the one wanted
    while at.astimezone(zone).replace(tzinfo=None) < wall:
        at += timedelta(minutes=1)
    return {at}


@pytest.mark.parametrize("repeat", get_args(DstRepeat))
@pytest.mark.parametrize("gap", get_args(DstGap))
@pytest.mark.parametrize("pattern", PATTERNS)
def test_runs_when_the_minutes_say(pattern: str, gap: DstGap, repeat: DstRepeat) -> None:
    for name, text in CHANGES:
        day = datetime.fromisoformat(text)
        schedule = compile_schedule("cron", cron=pattern, timezone=name, dst_gap=gap, dst_repeat=repeat)
        assert not isinstance(schedule, Refusal)
        zone = pinned(name)
        wanted = expected(zone, day, pattern, gap, repeat)
        begin, end = (_at(day + timedelta(days=days), zone) for days in (0, DAYS))
        assert _between(schedule, begin, end) == [at for at in wanted if begin <= at < end], name


def pinned(name: str) -> ZoneInfo:
    """As the package has it that the schedules use, not the machine."""
    with files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _at(wall: datetime, zone: ZoneInfo) -> datetime:
    return wall.replace(tzinfo=zone).astimezone(UTC)


def _between(schedule: Schedule, begin: datetime, end: datetime) -> list[datetime]:
    found = []
    at_ms = schedule.next_after(round(begin.timestamp() * 1_000) - 1)
    while at_ms is not None and at_ms < end.timestamp() * 1_000:
        found.append(datetime.fromtimestamp(at_ms / 1_000, UTC))
        at_ms = schedule.next_after(at_ms)
    return found
