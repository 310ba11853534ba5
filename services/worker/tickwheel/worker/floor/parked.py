"""Attempts that wait for their instant, the earliest first."""

import heapq

from tickwheel.worker.floor.held import Held


class Parked:
    """A heap. What is recalled stays in it until its time comes and is dropped then: its state tells."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Held]] = []
        self._sequence = 0
        self._live = 0

    def __len__(self) -> int:
        return self._live

    def add(self, held: Held) -> None:
        held.state = "parked"
        self._sequence += 1
        self._live += 1
        heapq.heappush(self._heap, (held.dispatch.not_before_ms, self._sequence, held))

    def withdraw(self, held: Held) -> None:
        held.state = "ended"
        self._live -= 1

    def pop_due(self, now_ms: int) -> list[Held]:
        """Everything whose instant has come. `now_ms` is rounded down, so nothing comes out early."""
        due = []
        heap = self._heap
        while heap and heap[0][0] <= now_ms:
            held = heapq.heappop(heap)[2]
            if held.state == "parked":
                self._live -= 1
                due.append(held)
        return due

    def next_ms(self) -> int | None:
        while self._heap and self._heap[0][2].state != "parked":
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None
