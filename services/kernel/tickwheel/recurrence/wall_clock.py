"""The step from wall clock to instant: which instants a cron pattern means in a zone.

A zone's history is a row of spans in each of which clocks run evenly; a cron pattern is a set of wall-clock
times. Within a span the two meet by plain addition. All trouble sits where two spans meet:

    spring, clocks go from 02:00 to 03:00        autumn, clocks go from 02:00 back to 01:00

    wall  01:00 --- 02:00                        wall  01:00 --- 02:00
                    03:00 --- 04:00                    01:00 --- 02:00 --- 03:00
    a job at 02:30 is in the gap                 a job at 01:30 is shown twice

    next_valid   runs at 03:00, where the        first    runs at the first 01:30
                 gap ends                        second   runs at the second
    shift        runs at 03:30, an hour late     both     runs at each
    skip         does not run that day

Several times that fall on one instant, as 02:15 and 02:30 do under next_valid, are one occurrence. Policies hold for every
pattern: one that runs every few minutes is silent while an hour repeats, unless it says `both` or is an interval.
"""

from bisect import bisect_right

from tickwheel.protocol.vocabulary import DstGap, DstRepeat
from tickwheel.recurrence.cron_pattern import CronPattern
from tickwheel.recurrence.zone import DAY_MS, LAST_INSTANT_MS, SECOND_MS, Span, Zone

_REMEMBERED = 64
# More than any offset, and than any change of one.
_NEAR_MS = 2 * DAY_MS


class WallClock:
    """A cron pattern in a zone, with its policies for the gap and the repeat.

    It remembers a run of neighbouring occurrences: the thousands of jobs that share a pattern ask for the same
    ones. The run is a tuple that is only ever replaced, so that a reader in another thread sees a whole one.
    """

    __slots__ = ("_run", "_span", "gap", "pattern", "repeat", "zone")

    def __init__(self, pattern: CronPattern, zone: Zone, gap: DstGap, repeat: DstRepeat) -> None:
        self.pattern = pattern
        self.zone = zone
        self.gap = gap
        self.repeat = repeat
        # An instant, then all occurrences after it, without a hole, as far as they are known.
        self._run: tuple[int, ...] = (0,)
        self._span = zone.span(0)

    def next_after(self, after_ms: int) -> int | None:
        run = self._run
        if run[0] <= after_ms < run[-1]:
            return run[bisect_right(run, after_ms)]
        found = self._find_after(after_ms)
        if found is not None:
            known = run[-_REMEMBERED:] if run[-1] == after_ms else (after_ms,)
            self._run = (*known, found)
        return found

    def _find_after(self, after_ms: int) -> int | None:
        span = self._span
        # Far from any change plain addition is enough.
        if span.start_ms + _NEAR_MS <= after_ms < span.end_ms - _NEAR_MS:
            wall_ms = self.first_wall_from(after_ms + 1 + span.offset_ms)
            if wall_ms is not None and wall_ms < span.end_ms - _NEAR_MS:
                return wall_ms - span.offset_ms
        return self._search_after(max(after_ms, 0))

    def _search_after(self, after_ms: int) -> int | None:
        """Look from span to span for one that holds an occurrence."""
        while after_ms < LAST_INSTANT_MS:
            span = self._span = self.zone.span(after_ms + 1)
            at_gap, within = self._at_gap(span, after_ms + 1), self._within(span, after_ms + 1)
            if at_gap is not None:
                return at_gap if within is None else min(at_gap, within)
            if within is not None:
                return within
            wall_ms = self.first_wall_from(span.end_ms - _NEAR_MS + span.offset_ms)
            if wall_ms is None:
                return None
            # A rare pattern jumps over the spans that cannot hold it.
            after_ms = max(span.end_ms, wall_ms - _NEAR_MS) - 1
        return None

    def _within(self, span: Span, lower_ms: int) -> int | None:
        """The first occurrence of a span among the times that its wall clock shows."""
        wall_ms = lower_ms + span.offset_ms
        repeat_end_ms = span.start_ms + span.before_ms
        if self.repeat == "first":  # what the span before has shown already is not for this one
            wall_ms = max(wall_ms, repeat_end_ms)
        last_ms = span.end_ms + span.offset_ms
        if self.repeat == "second":  # what the span after will show again is left to it
            last_ms = min(last_ms, span.end_ms + span.after_ms)
        found_ms = self.first_wall_from(wall_ms)
        return None if found_ms is None or found_ms >= last_ms else found_ms - span.offset_ms

    def _at_gap(self, span: Span, lower_ms: int) -> int | None:
        """The first occurrence that comes from the gap before a span."""
        gap_end_ms = span.start_ms + span.offset_ms
        if self.gap == "skip" or span.before_ms >= span.offset_ms or lower_ms + span.before_ms >= gap_end_ms:
            return None
        if self.gap == "next_valid" and lower_ms > span.start_ms:
            return None
        wall_ms = self.first_wall_from(max(lower_ms, span.start_ms) + span.before_ms)
        if wall_ms is None or wall_ms >= gap_end_ms:
            return None
        return span.start_ms if self.gap == "next_valid" else wall_ms - span.before_ms

    def first_wall_from(self, wall_ms: int) -> int | None:
        """The first match of the pattern at or after a wall-clock time, in milliseconds."""
        found_s = self.pattern.first_from(-(-wall_ms // SECOND_MS))
        return None if found_s is None else found_s * SECOND_MS
