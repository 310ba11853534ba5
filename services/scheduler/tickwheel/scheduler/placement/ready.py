"""Executions that want a worker, in the order in which they should get one.

Priority with ageing, without ever re-sorting: every point of priority is worth a fixed time of waiting. Ordering by
`due - priority x worth` gives the same order at every instant, because everybody ages at the same speed.

    worth = 2 s:  A priority 50, due 12:00:00  -> 12:00:00 - 100 s
                  B priority 60, due 12:00:15  -> 12:00:15 - 120 s   B goes first: its 10 points beat 15 s of waiting
                  C priority 60, due 12:00:25  -> 12:00:25 - 120 s   A goes first: it has waited long enough
"""

import heapq
from collections.abc import Iterator

from tickwheel.scheduler.placement.need import Need

POINT_IS_WORTH_MS = 2_000


class ReadyQueue:
    """One line a need, so that an execution nobody can take holds up only those like it."""

    def __init__(self) -> None:
        self._lines: dict[Need, list[tuple[int, str]]] = {}
        self._waiting: dict[str, tuple[Need, int]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, execution_id: str) -> bool:
        return execution_id in self._waiting

    def push(self, execution_id: str, partition: int, need: Need, priority: int, due_ms: int) -> None:
        if execution_id in self._waiting:
            return
        self._waiting[execution_id] = need, partition
        heapq.heappush(
            self._lines.setdefault(need, []), (due_ms - priority * POINT_IS_WORTH_MS, execution_id)
        )

    def discard(self, execution_id: str) -> None:
        """It no longer wants a worker. Its place in the line is skipped when it is reached."""
        self._waiting.pop(execution_id, None)

    def needs(self) -> list[Need]:
        """The needs somebody waits with, the most urgent line first."""
        for need in [need for need, line in self._lines.items() if not self._prune(line)]:
            del self._lines[need]
        return sorted(self._lines, key=lambda need: self._lines[need][0])

    def first(self, need: Need) -> tuple[str, int] | None:
        """Whose turn it is in this line: (execution id, partition)."""
        line = self._lines.get(need)
        if not line or not self._prune(line):
            return None
        execution_id = line[0][1]
        return execution_id, self._waiting[execution_id][1]

    def waiting(self, need: Need) -> Iterator[tuple[str, int]]:
        """Everybody in this line, in no order: (execution id, partition)."""
        for _, execution_id in self._lines.get(need, ()):
            if execution_id in self._waiting:
                yield execution_id, self._waiting[execution_id][1]

    def depth(self) -> dict[Need, int]:
        depth: dict[Need, int] = {}
        for need, _ in self._waiting.values():
            depth[need] = depth.get(need, 0) + 1
        return depth

    def _prune(self, line: list[tuple[int, str]]) -> bool:
        while line and line[0][1] not in self._waiting:
            heapq.heappop(line)
        return bool(line)
