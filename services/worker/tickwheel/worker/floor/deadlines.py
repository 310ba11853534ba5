"""When the time of each running attempt is up, in buckets of 100 ms: exact enough for a time-out, and O(1) to remove.

Time-outs are minutes and handlers often end in milliseconds, so nearly every entry is removed long before its time; a heap
with lazy removal would hold millions of dead ones.
"""

import heapq

from tickwheel.worker.floor.held import Held, Key

BUCKET_MS = 100


class Deadlines:
    def __init__(self) -> None:
        self._buckets: dict[int, dict[Key, Held]] = {}
        self._order: list[int] = []

    def add(self, held: Held, at_ms: int) -> None:
        held.stop_at_ms = at_ms
        number = at_ms // BUCKET_MS
        bucket = self._buckets.get(number)
        if bucket is None:
            bucket = self._buckets[number] = {}
            heapq.heappush(self._order, number)
        bucket[held.key] = held

    def remove(self, held: Held) -> None:
        bucket = self._buckets.get(held.stop_at_ms // BUCKET_MS)
        if bucket is not None:
            bucket.pop(held.key, None)

    def pop_due(self, now_ms: int) -> list[Held]:
        """Everything whose time is up, at most 100 ms late and never early."""
        due: list[Held] = []
        while self._order and (self._order[0] + 1) * BUCKET_MS <= now_ms:
            due.extend(self._buckets.pop(heapq.heappop(self._order)).values())
        return due

    def next_ms(self) -> int | None:
        while self._order and not self._buckets[self._order[0]]:
            del self._buckets[heapq.heappop(self._order)]
        return (self._order[0] + 1) * BUCKET_MS if self._order else None
