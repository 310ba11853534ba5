"""Attempts that could start now and wait for a slot.

Within a lane the higher priority goes first, then the earlier instant. Between lanes the shares are by weight (smooth
weighted round robin), so that a flood of urgent work slows the low lane down but never starves it:

    weights 64 16 4 1, all lanes full: of 85 starts 64 are critical, 16 high, 4 normal, 1 low, well mixed.
"""

import heapq
from collections.abc import Iterator

from tickwheel.protocol.routing import LANES, lane_of
from tickwheel.protocol.vocabulary import Lane
from tickwheel.worker.floor.held import Held

WEIGHTS: dict[Lane, int] = {"critical": 64, "high": 16, "normal": 4, "low": 1}

Entry = tuple[int, int, int, Held]
"""Higher priority first, then the earlier instant, then the order of arrival."""


class Ready:
    def __init__(self) -> None:
        self._lanes: dict[Lane, list[Entry]] = {lane: [] for lane in LANES}
        self._owed: dict[Lane, int] = dict.fromkeys(LANES, 0)
        self._sequence = 0
        self._live = 0

    def __len__(self) -> int:
        return self._live

    def add(self, held: Held) -> None:
        held.state = "ready"
        self._sequence += 1
        self._live += 1
        dispatch = held.dispatch
        entry = (-dispatch.priority, dispatch.not_before_ms, self._sequence, held)
        heapq.heappush(self._lanes[lane_of(dispatch.priority)], entry)

    def pop(self) -> Held | None:
        """The next to start, or None."""
        if not self._live:
            return None
        self._live -= 1
        return heapq.heappop(self._lanes[self._turn()])[3]

    def withdraw(self, held: Held) -> None:
        held.state = "ended"
        self._live -= 1

    def __iter__(self) -> Iterator[Held]:
        return (entry[3] for heap in self._lanes.values() for entry in heap if entry[3].state == "ready")

    def _turn(self) -> Lane:
        """The lane that is owed most among those that have something."""
        waiting = [
            lane
            for lane, heap in self._lanes.items()
            if heap and (heap[0][3].state == "ready" or self._first(heap))
        ]
        if len(waiting) == 1:
            return waiting[0]
        owed = self._owed
        for lane in waiting:
            owed[lane] += WEIGHTS[lane]
        chosen = max(waiting, key=owed.__getitem__)
        owed[chosen] -= sum(WEIGHTS[lane] for lane in waiting)
        return chosen

    @staticmethod
    def _first(heap: list[Entry]) -> bool:
        """Whether anything is left in it, once what was withdrawn is out of the way."""
        while heap and heap[0][3].state != "ready":
            heapq.heappop(heap)
        return bool(heap)
