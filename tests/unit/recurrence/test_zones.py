"""Every zone over ten years: strictly increasing, never early, one per instant, policies obeyed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest

from tickwheel.protocol.vocabulary import DstGap, DstRepeat
from tickwheel.recurrence.cron import parse_cron
from tickwheel.recurrence.cron_pattern import CronPattern
from tickwheel.recurrence.wall_clock import WallClock
from tickwheel.recurrence.zone import Span, Zone, load_zone, tzdata_version, zone_names

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
MINUTE_MS = 60_000
BEGIN_MS = 1_577_836_800_000  # 2020
END_MS = 1_893_456_000_000  # 2030
EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001

POLICIES: list[tuple[DstGap, DstRepeat]] = list(
    product(("next_valid", "skip", "shift"), ("first", "second", "both"))
)


@cache
def zones() -> list[Zone]:
    """One zone of each history: links and copies would be tested twice."""
    distinct: dict[bytes, str] = {}
    for name in sorted(zone_names()):
        distinct.setdefault(files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes(), name)
    return [zone for zone in map(load_zone, distinct.values()) if isinstance(zone, Zone)]


def changes(zone: Zone) -> Iterator[Span]:
    """The spans that begin with a change of offset within the ten years."""
    span = zone.span(BEGIN_MS)
    while span.end_ms < END_MS:
        span = zone.span(span.end_ms)
        if span.before_ms != span.offset_ms:
            yield span


def schedule(expression: str, zone: Zone, gap: DstGap, repeat: DstRepeat) -> WallClock:
    pattern = parse_cron(expression, "")
    assert isinstance(pattern, CronPattern)
    return WallClock(pattern, zone, gap, repeat)


def occurrences(of: WallClock, after_ms: int, until_ms: int) -> list[int]:
    found: list[int] = []
    at_ms = of.next_after(after_ms)
    while at_ms is not None and at_ms <= until_ms:
        found.append(at_ms)
        at_ms = of.next_after(at_ms)
    return found


def meant(of: WallClock, info: ZoneInfo, change: Span, wall_ms: int) -> set[int]:
    """The instants that a wall-clock time means, worked out from the fold of datetime and not from spans."""
    wall = EPOCH + timedelta(milliseconds=wall_ms)
    first, second = (wall.replace(tzinfo=info, fold=fold) for fold in (0, 1))
    first_ms, second_ms = (round(at.timestamp() * 1000) for at in (first, second))
    exists = first.astimezone(UTC).astimezone(info).replace(tzinfo=None) == wall
    if not exists:
        return {"next_valid": {change.start_ms}, "skip": set[int](), "shift": {first_ms}}[of.gap]
    return {"first": {first_ms}, "second": {second_ms}, "both": {first_ms, second_ms}}[of.repeat]


def expected(of: WallClock, info: ZoneInfo, change: Span, after_ms: int, until_ms: int) -> list[int]:
    """Try every minute of the wall clock for a good way round the change."""
    wall_ms = after_ms + min(change.before_ms, change.offset_ms) - 6 * HOUR_MS
    last_ms = until_ms + max(change.before_ms, change.offset_ms) + 6 * HOUR_MS
    instants: set[int] = set()
    while True:
        found = of.first_wall_from(wall_ms)
        if found is None or found > last_ms:
            break
        instants |= meant(of, info, change, found)
        wall_ms = found + MINUTE_MS
    return sorted(at_ms for at_ms in instants if after_ms < at_ms <= until_ms)


def patterns_at(change: Span) -> list[str]:
    """Patterns that meet a change: every half hour, and fixed times in the hours that it bends."""
    hour = (change.start_ms + min(change.before_ms, change.offset_ms)) // HOUR_MS % 24
    return ["*/30 * * * *", f"20 {hour} * * *", f"*/20 {hour},{(hour + 1) % 24} * * *", "0 0 * * *"]


def test_every_change_of_every_zone_obeys_its_policy() -> None:
    turn = 0
    for zone in zones():
        with files("tzdata").joinpath("zoneinfo", *zone.name.split("/")).open("rb") as file:
            info = ZoneInfo.from_file(file)
        for change in changes(zone):
            for expression in patterns_at(change):
                gap, repeat = POLICIES[turn % len(POLICIES)]
                turn += 1
                of = schedule(expression, zone, gap, repeat)
                window = change.start_ms - 4 * HOUR_MS, change.start_ms + 5 * HOUR_MS
                found = occurrences(of, *window)
                assert found == expected(of, info, change, *window), (
                    zone.name,
                    change,
                    expression,
                    gap,
                    repeat,
                )
    assert turn > 5_000


@pytest.mark.parametrize("expression", ["30 2 * * sun", "0 0 1,15 * *", "45 23 L * *"])
def test_ten_years_are_strictly_increasing_and_keep_the_wall_clock(expression: str) -> None:
    for zone in zones():
        of = schedule(expression, zone, "skip", "first")
        found = occurrences(of, BEGIN_MS, END_MS)
        assert all(earlier < later for earlier, later in pairwise(found)), zone.name
        assert all(of.pattern.matches((at_ms + zone.offset_ms(at_ms)) // 1000) for at_ms in found), zone.name
        assert len(found) >= 119, zone.name


def test_spans_follow_the_zone_database() -> None:
    for zone in zones():
        for at_ms in range(BEGIN_MS, END_MS, 2 * DAY_MS + HOUR_MS):
            assert zone.span(at_ms).offset_ms == zone.offset_ms(at_ms), (zone.name, at_ms)
        for change in changes(zone):
            assert zone.offset_ms(change.start_ms) == change.offset_ms
            assert zone.offset_ms(change.start_ms - 1) == change.before_ms


def test_the_version_of_the_zone_database_is_known() -> None:
    assert tzdata_version()[:2] == "20"


def test_a_zone_comes_from_the_package_even_if_the_machine_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zoneinfo.TZPATH", ())
    load_zone.cache_clear()
    assert isinstance(load_zone("Europe/Paris"), Zone)
