"""Holds timers and says which are due. Owns no clock: the caller says what time it is.

How the wheel works
===================

A row of 64 slots, one a millisecond, holds every timer due within 64 ms: to add a timer is to drop it
into a slot, to find the next one is to find the next slot in use. A second row, whose slots are 64 ms
wide, holds what is further away; a third has slots of 4,096 ms, and so on. Five rows reach 12 days, seven
reach 139 years, and rows are added when a timer asks for one.

Which row, which slot? Write times in base 64, one digit a row. A timer belongs to the row of the **highest
digit in which its due time differs from the wheel's time**, in the slot named by that digit. Nothing else
needs to be known, and three facts follow:

1. Every slot in use lies ahead of the wheel's own digit in that row. The next slot is the lowest bit set
   in the row's occupancy bitmap.
2. All of a lower row is due before any of a higher one. The next slot of the wheel is the next slot of
   the lowest row in use, so crossing years of nothing costs one look at each row.
3. While the wheel's time stays below the start of the next slot, no timer changes its place.

When time reaches the start of a slot, its timers are *loose*: those that are due come out, the others now
agree with the wheel in one digit more, so each drops to a lower row. That is the cascade.

Example, with base 10 instead of 64 and the wheel at time 538
-------------------------------------------------------------

    add a due 541, b due 547, c due 539, d due 2600

      row 0 (1 ms)       slot 9: c
      row 1 (10 ms)      slot 4: a b          541 and 547 differ from 538 first in the tens
      row 2 (100 ms)
      row 3 (1,000 ms)   slot 2: d

    advance to 545       539: slot 9 of row 0 is loose; c is due and comes out
                         540: slot 4 of row 1 is loose; neither is due: a -> row 0 slot 1, b -> row 0 slot 7
                         541: a comes out; the next slot starts at 547, so the wheel stops at 545

      row 0              slot 7: b
      row 3              slot 2: d            sleep until 547, at the earliest something can happen

    advance to 2599      547: b comes out
                         2000: slot 2 of row 3 is loose: d -> row 2 slot 6; the wheel stops at 2599

    the clock steps back to 2450
                         the highest digit that changed is that of row 2: rows 0 and 1 would move up
                         into slot 5 of row 2 as they are. d is in row 2 already, and stays: 2600 and
                         2450 still differ first in the hundreds

Slices
------
A slot may hold a million timers, and a loop that served them all would stop everything else. `advance`
therefore handles at most `limit` timers a call, moved or expired; the rest stay loose, and the next
call goes on from there. A slot that fits into the slice is sorted and comes out in one go: after a jump of the
clock its timers need not fall through every row. For the same reason no dict here grows large: Python rebuilds a dict of a
million keys in one go (75 ms), so a slot holds several dicts of bounded size and the index is split by hash.
"""

from collections.abc import Hashable
from operator import itemgetter
from typing import Generic, TypeVar, cast

TimerId = TypeVar("TimerId", bound=Hashable)
Value = TypeVar("Value")

_DIGIT_BITS = 6
_SLOTS = 1 << _DIGIT_BITS
_DIGIT = _SLOTS - 1
_BUCKET_TIMERS = 8192
_SHARDS = 64
_SHARD = _SHARDS - 1
_first = itemgetter(0)

SLICE_TIMERS = 500
"""Timers handled in one call of `advance` unless the caller says otherwise: about a millisecond of work."""


class _Row(Generic[TimerId]):
    """64 slots; a slot is a list of buckets, and a bucket maps a timer's id to its due time."""

    __slots__ = ("occupied", "slots")

    def __init__(self) -> None:
        self.occupied = 0
        self.slots: list[list[dict[TimerId, int]]] = [[] for _ in range(_SLOTS)]

    def take(self, slot: int) -> list[dict[TimerId, int]]:
        """Empty a slot and hand over its buckets as they are."""
        buckets = self.slots[slot]
        self.slots[slot] = []
        self.occupied &= ~(1 << slot)
        return buckets

    def next_slot(self) -> int | None:
        """The nearest slot that holds a timer. A cancel leaves empty slots marked; they are cleared here."""
        while self.occupied:
            slot = (self.occupied & -self.occupied).bit_length() - 1
            if any(self.slots[slot]):
                return slot
            self.take(slot)
        return None


class TimingWheel(Generic[TimerId]):
    """A hierarchical timing wheel: add and cancel in constant time, never early, no long pause."""

    __slots__ = ("_index", "_late", "_loose", "_now_ms", "_rows")

    def __init__(self, start_ms: int) -> None:
        self._now_ms = start_ms
        self._rows: list[_Row[TimerId]] = [_Row()]
        # Which bucket holds a timer, split by hash.
        self._index: list[dict[TimerId, dict[TimerId, int]]] = [_new_dict() for _ in range(_SHARDS)]
        # Buckets of a slot that was reached and is being worked off.
        self._loose: list[dict[TimerId, int]] = []
        # Timers whose due time had passed when they were added. Apart from the loose ones, so that a
        # caller who keeps adding such timers cannot hold back those already waiting.
        self._late: list[dict[TimerId, int]] = [{}]

    def __len__(self) -> int:
        return sum(map(len, self._index))

    def __contains__(self, timer_id: TimerId) -> bool:
        return timer_id in self._index[hash(timer_id) & _SHARD]

    def due_ms(self, timer_id: TimerId) -> int | None:
        """When a timer is due; None if it is not in the wheel."""
        bucket = self._index[hash(timer_id) & _SHARD].get(timer_id)
        return None if bucket is None else bucket[timer_id]

    def add(self, timer_id: TimerId, due_ms: int) -> None:
        """Arm a timer, or arm it anew. A due time already past comes out at the next advance."""
        shard = self._index[hash(timer_id) & _SHARD]
        held_by = shard.get(timer_id)
        if held_by is not None:
            del held_by[timer_id]
        shard[timer_id] = bucket = self._bucket(due_ms)
        bucket[timer_id] = due_ms

    def cancel(self, timer_id: TimerId) -> bool:
        """Disarm a timer; False if there is none of that id."""
        bucket = self._index[hash(timer_id) & _SHARD].pop(timer_id, None)
        if bucket is None:
            return False
        del bucket[timer_id]
        return True

    def next_due_ms(self) -> int | None:
        """The earliest time at which `advance` has something to do: no timer is due before it, and a
        caller may sleep until then. At or before `now` after an advance to `now`: call again, a slice was full.
        """
        if any(self._loose) or any(self._late):
            return self._now_ms
        found = self._next_slot()
        return None if found is None else found[2]

    def advance(self, now_ms: int, limit: int = SLICE_TIMERS) -> list[TimerId]:
        """Move on to `now_ms` and return the timers that are due, earliest first, handling at most `limit`.

        Those late when they were added come before all others, in no order.
        """
        if now_ms < self._now_ms:
            self._step_back(now_ms)
        due: list[TimerId] = []
        limit -= self._settle(due, limit)
        while not self._loose:
            found = self._next_slot()
            if found is None or found[2] > now_ms:
                self._now_ms = now_ms
                break
            row, slot, start_ms = found
            size = sum(map(len, self._rows[row].slots[slot]))
            if size > limit and due:
                break  # a slice of its own serves the slot better than what is left of this one
            self._now_ms = start_ms
            self._loose = self._rows[row].take(slot)
            if size <= limit:
                self._clear(due, now_ms)
                limit -= size
            else:
                limit -= self._settle(due, limit)
        return due

    def _bucket(self, due_ms: int) -> dict[TimerId, int]:
        """The bucket in which a timer due then belongs, seen from the wheel's time."""
        if due_ms <= self._now_ms:
            return _open_bucket(self._late)
        number = ((due_ms ^ self._now_ms).bit_length() - 1) // _DIGIT_BITS
        while number >= len(self._rows):
            self._rows.append(_Row())
        row = self._rows[number]
        slot = due_ms >> number * _DIGIT_BITS & _DIGIT
        buckets = row.slots[slot]
        if not buckets:
            row.occupied |= 1 << slot
            buckets.append(_new_dict())
        return _open_bucket(buckets)

    def _settle(self, due: list[TimerId], limit: int) -> int:
        """Work off at most `limit` loose and late timers: out with those that are due, the others to their
        place. Returns how many it handled.
        """
        left = limit
        while self._loose or any(self._late):
            if not self._loose:
                self._loose, self._late = self._late, [{}]
            bucket = self._loose[-1]
            while bucket and left > 0:
                left -= 1
                timer_id, due_ms = bucket.popitem()
                if due_ms <= self._now_ms:
                    del self._index[hash(timer_id) & _SHARD][timer_id]
                    due.append(timer_id)
                else:
                    self._place(timer_id, due_ms)
            if bucket:
                break
            self._loose.pop()
        return limit - left

    def _clear(self, due: list[TimerId], now_ms: int) -> None:
        """Work off a loose slot at once. Nothing in the wheel is due before its timers, so that those due by
        now can be sorted and come out from here, without a way down through the rows below.
        """
        ready: list[tuple[int, TimerId]] = []
        for bucket in self._loose:
            for timer_id, due_ms in bucket.items():
                if due_ms <= now_ms:
                    del self._index[hash(timer_id) & _SHARD][timer_id]
                    ready.append((due_ms, timer_id))
                else:
                    self._place(timer_id, due_ms)
        self._loose = []
        ready.sort(key=_first)
        due.extend([timer_id for _, timer_id in ready])

    def _place(self, timer_id: TimerId, due_ms: int) -> None:
        self._index[hash(timer_id) & _SHARD][timer_id] = bucket = self._bucket(due_ms)
        bucket[timer_id] = due_ms

    def _next_slot(self) -> tuple[int, int, int] | None:
        """Row, slot and start of the nearest slot in use."""
        for number, row in enumerate(self._rows):
            slot = row.next_slot()
            if slot is not None:
                shift = number * _DIGIT_BITS
                return number, slot, (self._now_ms >> shift + _DIGIT_BITS << _DIGIT_BITS | slot) << shift
        return None

    def _step_back(self, now_ms: int) -> None:
        """Follow a clock that was set back: rows below the highest changed digit move up whole.

        No timer is touched: from the earlier time they all lie in the slot that the wheel had reached in
        that row. Late and loose timers are looked at anew in any case.
        """
        top = ((self._now_ms ^ now_ms).bit_length() - 1) // _DIGIT_BITS
        while top >= len(self._rows):
            self._rows.append(_Row())
        moved = [
            bucket
            for row in self._rows[:top]
            for slot in range(_SLOTS)
            if row.occupied >> slot & 1
            for bucket in row.take(slot)
        ]
        if moved:
            slot = self._now_ms >> top * _DIGIT_BITS & _DIGIT
            self._rows[top].slots[slot].extend(moved)
            self._rows[top].occupied |= 1 << slot
        self._now_ms = now_ms


def _open_bucket(buckets: list[dict[TimerId, int]]) -> dict[TimerId, int]:
    """The last bucket, or when it is full the emptiest, or a new one if all are more than half full."""
    bucket = buckets[-1]
    if len(bucket) < _BUCKET_TIMERS:
        return bucket
    buckets.sort(key=len, reverse=True)
    if len(buckets[-1]) > _BUCKET_TIMERS // 2:
        buckets.append(_new_dict())
    return buckets[-1]


def _new_dict() -> dict[TimerId, Value]:
    """A dict made to keep each key's hash beside it, by having held a key that is no string.

    CPython's dict of strings reads a string's own hash at every collision: memory that is rarely in a cache.
    """
    fresh: dict[Hashable, object] = {0: None}
    del fresh[0]
    return cast("dict[TimerId, Value]", fresh)
