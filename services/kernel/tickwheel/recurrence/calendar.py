"""Named calendars: whether an instant falls on a listed day or into a window, and when that is over.

A boundary is a wall-clock time in the calendar's zone and means the first moment at which the clock shows it;
one that daylight saving swallows means the end of the gap.
"""

from functools import lru_cache

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.vocabulary import CalendarEffect
from tickwheel.recurrence.refusal import Refusal
from tickwheel.recurrence.window import (
    DAY_MINUTES,
    Window,
    cover_every_minute,
    parse_day,
    parse_window,
)
from tickwheel.recurrence.zone import DAY_MS, LAST_INSTANT_MS, Zone, load_zone

_MINUTE_MS = 60_000
_REMEMBERED_DAYS = 64
_LONGEST_CHAIN = 4_000


class Calendar:
    """A checked calendar, ready to be asked. It remembers what it worked out for a day."""

    __slots__ = ("_days", "_stretches", "_windows", "_zone", "effect", "everywhere", "name")

    def __init__(
        self, definition: CalendarDefinition, zone: Zone, days: frozenset[int], windows: tuple[Window, ...]
    ) -> None:
        self.name = definition.name
        self.effect: CalendarEffect = definition.effect
        self.everywhere = definition.everywhere
        self._zone = zone
        self._days = days
        self._windows = windows
        self._stretches: dict[int, tuple[tuple[int, int], ...]] = {}

    def covered_until(self, instant_ms: int) -> int | None:
        """The end of the longest stretch around an instant; None if no stretch covers it."""
        if not 0 <= instant_ms <= LAST_INSTANT_MS:
            return None
        today = (instant_ms + self._zone.span(instant_ms).offset_ms) // DAY_MS
        # A window may reach into the next day, and a zone may leave out a whole one.
        ends = [
            end_ms
            for day in range(today - 2, today + 1)
            for start_ms, end_ms in self._begun_on(day)
            if start_ms <= instant_ms < end_ms
        ]
        return max(ends, default=None)

    def _begun_on(self, day: int) -> tuple[tuple[int, int], ...]:
        """Start and end of what begins on a day."""
        known = self._stretches.get(day)
        if known is None:
            walls = [(0, DAY_MINUTES)] if day in self._days else []
            walls += [(each.starts_minute, each.ends_minute) for each in self._windows if each.begins_on(day)]
            known = tuple((self._instant(day, start), self._instant(day, end)) for start, end in walls)
            if len(self._stretches) >= _REMEMBERED_DAYS:
                self._stretches = {}
            self._stretches[day] = known
        return known

    def _instant(self, day: int, minute: int) -> int:
        return self._zone.instant_of(day * DAY_MS + minute * _MINUTE_MS)


def covers(calendar: Calendar, instant_ms: int) -> bool:
    """Whether an instant falls on a day or into a window of the calendar."""
    return calendar.covered_until(instant_ms) is not None


def ends(calendar: Calendar, instant_ms: int) -> int | None:
    """The first instant from this one on that is not covered; None if there is none for about ten years."""
    at_ms = instant_ms
    for _ in range(_LONGEST_CHAIN):
        until_ms = calendar.covered_until(at_ms)
        if until_ms is None:
            return at_ms
        at_ms = until_ms
    return None


@lru_cache(maxsize=256)
def compile_calendar(definition: CalendarDefinition) -> Calendar | Refusal:
    """A calendar that can be asked, or what is wrong with it."""
    if definition.effect not in ("exclude", "hold"):
        return Refusal("effect", f"expected exclude or hold, but got {definition.effect!r}")
    zone = load_zone(definition.timezone)
    if isinstance(zone, Refusal):
        return zone
    days: set[int] = set()
    for text in definition.days:
        day = parse_day(text)
        if day is None:
            return Refusal("days", f"expected days such as 2026-12-25, but got {text!r}")
        days.add(day)
    windows: list[Window] = []
    for given in definition.windows:
        window = parse_window(given)
        if isinstance(window, Refusal):
            return window
        windows.append(window)
    if cover_every_minute(windows):
        return Refusal(
            "windows", "expected some time outside the windows, but they cover every minute of the week"
        )
    return Calendar(definition, zone, frozenset(days), tuple(windows))
