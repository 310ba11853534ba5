"""Time zones as spans of constant offset, read from the pinned `tzdata` package and never from the machine.

Two schedulers on different machines must agree on every due time, so the system's own zone files, whose
age nobody knows, are not looked at.
"""

from bisect import bisect_right
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tickwheel.recurrence.refusal import Refusal

SECOND_MS = 1_000
DAY_MS = 86_400_000

LAST_INSTANT_MS = 253_086_768_000_000
"""The end of the year 9989. Nothing is looked for beyond: Python's dates end ten years later."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WALL_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001  a wall-clock reading belongs to no zone
# No zone has changed its offset twice within six days since 1970 (a test looks at all of them).
_PROBE_MS = 3 * DAY_MS


class Span(NamedTuple):
    """A stretch of time in which a zone's clocks ran evenly: start_ms <= instant < end_ms."""

    start_ms: int
    end_ms: int
    before_ms: int
    """Offset from UTC before it."""
    offset_ms: int
    """Offset from UTC within it: wall clock = instant + offset."""
    after_ms: int
    """Offset from UTC after it."""


class Zone:
    """One IANA zone."""

    __slots__ = ("_info", "_spans", "name")

    def __init__(self, name: str, info: ZoneInfo) -> None:
        self.name = name
        self._info = info
        self._spans: dict[int, tuple[list[int], list[Span]]] = {}

    def offset_ms(self, instant_ms: int) -> int:
        offset = (_EPOCH + timedelta(milliseconds=instant_ms)).astimezone(self._info).utcoffset()
        return 0 if offset is None else offset // timedelta(milliseconds=1)

    def span(self, instant_ms: int) -> Span:
        """The span that an instant lies in."""
        year = _year_of(min(max(instant_ms, 0), LAST_INSTANT_MS))
        known = self._spans.get(year)
        if known is None:
            spans = self._find_spans(year)
            known = self._spans[year] = [span.start_ms for span in spans], spans
        starts, spans = known
        return spans[bisect_right(starts, instant_ms) - 1]

    def instant_of(self, wall_ms: int) -> int:
        """When the wall clock first shows this time, or the first moment after a gap that swallowed it."""
        wall = _WALL_EPOCH + timedelta(milliseconds=wall_ms)
        offset = wall.replace(tzinfo=self._info).utcoffset() or timedelta()
        instant_ms = wall_ms - offset // timedelta(milliseconds=1)
        span = self.span(instant_ms)
        return instant_ms if instant_ms + span.offset_ms == wall_ms else span.start_ms

    def _find_spans(self, year: int) -> list[Span]:
        """The spans of a year. A neighbouring year on either side is looked at too, so that a change of offset
        close to New Year is seen from both.
        """
        first_ms, end_ms = _year_start_ms(year - 1), _year_start_ms(year + 2)
        changes: list[int] = []
        offsets = [self.offset_ms(first_ms)]
        for probe_ms in range(first_ms + _PROBE_MS, end_ms + _PROBE_MS, _PROBE_MS):
            offset_ms = self.offset_ms(probe_ms)
            if offset_ms != offsets[-1]:
                changes.append(self._change_between(probe_ms - _PROBE_MS, probe_ms))
                offsets.append(offset_ms)
        starts = [first_ms, *changes]
        ends = [*changes, end_ms]
        before = [offsets[0], *offsets[:-1]]
        after = [*offsets[1:], offsets[-1]]
        return list(map(Span, starts, ends, before, offsets, after))

    def _change_between(self, low_ms: int, high_ms: int) -> int:
        """The first second at which the offset is that of `high_ms`."""
        low, high = low_ms // SECOND_MS, high_ms // SECOND_MS
        new_offset_ms = self.offset_ms(high_ms)
        while high - low > 1:
            middle = (low + high) // 2
            if self.offset_ms(middle * SECOND_MS) == new_offset_ms:
                high = middle
            else:
                low = middle
        return high * SECOND_MS


@lru_cache(maxsize=1024)
def load_zone(name: str) -> Zone | Refusal:
    """A zone by its IANA name."""
    if name not in zone_names():
        return Refusal("timezone", f"expected an IANA time zone such as Europe/Paris, but {name!r} is none")
    with files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return Zone(name, ZoneInfo.from_file(file, key=name))


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Every IANA name that `tzdata` knows."""
    return frozenset(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def tzdata_version() -> str:
    """The release of the zone database, such as 2026f: recorded with what was computed from it."""
    return str(import_module("tzdata").IANA_VERSION)


def _year_of(instant_ms: int) -> int:
    """The year of an instant in UTC."""
    return (_EPOCH + timedelta(milliseconds=instant_ms)).year


def wall_text(wall_ms: int) -> str:
    """A wall-clock reading as people write it: 2026-03-08 02:30, with seconds when there are any."""
    wall = _WALL_EPOCH + timedelta(milliseconds=wall_ms)
    return wall.strftime("%Y-%m-%d %H:%M:%S" if wall.second else "%Y-%m-%d %H:%M")


@lru_cache(maxsize=256)
def _year_start_ms(year: int) -> int:
    return (datetime(year, 1, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
