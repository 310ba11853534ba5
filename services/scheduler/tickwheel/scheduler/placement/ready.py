"""Executions that want a worker, in the order in which they should get one.

Priority with ageing, without ever re-sorting: every point of priority is worth a fixed time of waiting. Ordering by
`due - priority x worth` gives the same order at every instant, because everybody ages at the same speed.

    worth = 2 s:  A priority 50, due 12:00:00  -> 12:00:00 - 100 s
                  B priority 60, due 12:00:15  -> 12:00:15 - 120 s   B goes first: its 10 points beat 15 s of waiting
                  C priority 60, due 12:00:25  -> 12:00:25 - 120 s   A goes first: it has waited long enough
"""

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from tickwheel.scheduler.placement.need import Need

POINT_IS_WORTH_MS = 2_000


class Line:
    """Those that wait with one need. Places of those that have gone, or stand in another line, are skipped when they are reached."""

    __slots__ = ("_looked_at", "_places", "_waiting", "depth", "need")

    def __init__(self, need: Need, waiting: "dict[str, Waiting]") -> None:
        self.need = need
        self.depth = 0
        """How many wait: counted all along, so that asking costs nothing with a million of them."""
        self._places: list[tuple[int, str]] = []
        self._looked_at = 0
        self._waiting = waiting

    def first(self) -> tuple[str, int] | None:
        """Whose turn it is: (execution id, partition)."""
        places = self._places
        while places:
            execution_id = places[0][1]
            waiting = self._waiting.get(execution_id)
            if waiting is not None and waiting.line is self:
                return execution_id, waiting.partition
            heapq.heappop(places)
        return None

    def some(self, places: int) -> Iterator[tuple[str, int]]:
        """Who waits in so many places, from where the last look ended: (execution id, partition). The first look begins at
        the front; in time everybody is looked at, and none takes longer because the line is long."""
        start = self._looked_at if self._looked_at < len(self._places) else 0
        for number, (_, execution_id) in enumerate(self._places[start : start + places], start + 1):
            self._looked_at = number
            waiting = self._waiting.get(execution_id)
            if waiting is not None and waiting.line is self:
                yield execution_id, waiting.partition

    def add(self, place: int, execution_id: str) -> None:
        self.depth += 1
        heapq.heappush(self._places, (place, execution_id))

    def urgency(self) -> tuple[int, str]:
        """Of a line that is not empty."""
        return self._places[0]


class Waiting(NamedTuple):
    line: Line
    partition: int
    priority: int
    due_ms: int


class ReadyQueue:
    """One line a need, so that an execution nobody can take holds up only those like it."""

    def __init__(self) -> None:
        self._lines: dict[Need, Line] = {}
        self._waiting: dict[str, Waiting] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, execution_id: str) -> bool:
        return execution_id in self._waiting

    def push(self, execution_id: str, partition: int, need: Need, priority: int, due_ms: int) -> None:
        if execution_id in self._waiting:
            return
        line = self._lines.get(need)
        if line is None:
            line = self._lines[need] = Line(need, self._waiting)
        self._waiting[execution_id] = Waiting(line, partition, priority, due_ms)
        line.add(due_ms - priority * POINT_IS_WORTH_MS, execution_id)

    def discard(self, execution_id: str) -> None:
        """It no longer wants a worker."""
        waited = self._waiting.pop(execution_id, None)
        if waited is not None:
            waited.line.depth -= 1

    def lines(self) -> list[Line]:
        """The lines somebody waits in, the most urgent first."""
        for need in [need for need, line in self._lines.items() if line.first() is None]:
            del self._lines[need]
        return sorted(self._lines.values(), key=Line.urgency)

    def depth(self) -> dict[Need, int]:
        """How many wait with each need."""
        return {need: line.depth for need, line in list(self._lines.items()) if line.depth}

    def everybody(self) -> list[Waiting]:
        """A copy, made in one step: any thread may ask."""
        return list(self._waiting.values())
