"""What was missed in a stretch of time: how many, and which came last. Bounded, however long the stretch."""

from collections import deque

import msgspec

from tickwheel.recurrence.interval import Interval
from tickwheel.recurrence.schedule import Bounded, Schedule
from tickwheel.recurrence.zone import SECOND_MS

COUNT_AT_MOST = 10_000
"""Occurrences counted one by one in a pass; of more it is only known that there are more."""


class Missed(msgspec.Struct, frozen=True, gc=False):
    """The occurrences after one instant up to and with another."""

    first_ms: int = 0
    last_ms: int = 0
    count: int = 0
    more: bool = False
    """There are more than `count`."""
    sample: tuple[int, ...] = ()
    """The newest, oldest of them first."""


def missed(
    schedule: Schedule, after_ms: int, until_ms: int, cap: int, count_at_most: int = COUNT_AT_MOST
) -> Missed:
    """The occurrences in after_ms < instant <= until_ms, with the newest `cap` of them."""
    if isinstance(schedule, Bounded):
        last_ms = min(until_ms, schedule.end_ms - 1) if schedule.end_ms else until_ms
        return missed(schedule.inner, max(after_ms, schedule.start_ms - 1), last_ms, cap, count_at_most)
    first_ms = schedule.next_after(after_ms)
    if first_ms is None or first_ms > until_ms:
        return Missed()
    if isinstance(schedule, Interval):
        return _of_interval(schedule.every_ms, first_ms, until_ms, cap)
    return _by_counting(schedule, first_ms, until_ms, cap, count_at_most)


def _of_interval(every_ms: int, first_ms: int, until_ms: int, cap: int) -> Missed:
    count = (until_ms - first_ms) // every_ms + 1
    last_ms = first_ms + (count - 1) * every_ms
    newest = range(last_ms - (min(count, cap) - 1) * every_ms, last_ms + 1, every_ms) if cap > 0 else ()
    return Missed(first_ms=first_ms, last_ms=last_ms, count=count, sample=tuple(newest))


def _by_counting(schedule: Schedule, first_ms: int, until_ms: int, cap: int, count_at_most: int) -> Missed:
    newest: deque[int] = deque(maxlen=cap)
    count, last_ms = 0, first_ms
    found: int | None = first_ms
    while found is not None and found <= until_ms:
        if count == count_at_most:
            newest_ms = _newest_of_many(schedule, first_ms, until_ms, cap)
            return Missed(
                first_ms=first_ms,
                last_ms=_last_up_to(schedule, first_ms, until_ms),
                count=count,
                more=True,
                sample=newest_ms,
            )
        count, last_ms = count + 1, found
        newest.append(found)
        found = schedule.next_after(found)
    return Missed(first_ms=first_ms, last_ms=last_ms, count=count, sample=tuple(newest))


def _newest_of_many(schedule: Schedule, first_ms: int, until_ms: int, cap: int) -> tuple[int, ...]:
    newest: deque[int] = deque()
    while len(newest) < cap and until_ms >= first_ms:
        at_ms = _last_up_to(schedule, first_ms, until_ms)
        newest.appendleft(at_ms)
        until_ms = at_ms - 1
    return tuple(newest)


def _last_up_to(schedule: Schedule, first_ms: int, until_ms: int) -> int:
    """The last occurrence up to an instant: steps back until there is one, then halves what is left. It can,
    because `next_after` never falls as its argument rises.
    """
    low_ms, high_ms = first_ms, until_ms
    back_ms = SECOND_MS
    while low_ms == first_ms < until_ms - back_ms:
        low_ms = _later_up_to(schedule, until_ms - back_ms, until_ms) or first_ms
        back_ms *= 2
    while low_ms < high_ms:
        middle_ms = (low_ms + high_ms) // 2
        later_ms = _later_up_to(schedule, middle_ms, until_ms)
        if later_ms is None:
            high_ms = middle_ms
        else:
            low_ms = later_ms
    return low_ms


def _later_up_to(schedule: Schedule, after_ms: int, until_ms: int) -> int | None:
    found = schedule.next_after(after_ms)
    return None if found is None or found > until_ms else found
