"""Which of what is overdue is news. Pure.

Each cause in each queue is an incident of its own: work that has waited for days for a worker with a GPU must not hide that
all schedulers have died since. One ends only after a while of calm, so that what comes and goes is told once.
"""

from collections.abc import Sequence

from tickwheel.watch.overdue import Overdue


class Incidents:
    def __init__(self, calm_after_ms: int) -> None:
        self._calm_after_ms = calm_after_ms
        self._last_seen_ms: dict[tuple[str, str], int] = {}

    def look(self, found: Sequence[Overdue], now_ms: int) -> tuple[list[Overdue], bool]:
        """What begins now, and whether the last incident has just ended."""
        begun = [each for each in found if (each.cause, each.queue) not in self._last_seen_ms]
        there_were = bool(self._last_seen_ms)
        for each in found:
            self._last_seen_ms[each.cause, each.queue] = now_ms
        for which, seen_ms in list(self._last_seen_ms.items()):
            if now_ms - seen_ms >= self._calm_after_ms:
                del self._last_seen_ms[which]
        return begun, there_were and not self._last_seen_ms
