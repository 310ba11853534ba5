"""How many attempts will run in processes at once, foreseen from those that wait for their instant.

A guess that only decides how many processes are kept ready. Each attempt is taken to run as long as attempts did lately:

    due at 100, 120, 120, 180 ms, each for 50 ms: at most three at once, from 120 to 150 ms.
"""

import threading
from collections import Counter
from collections.abc import Iterable

FIRST_GUESS_MS = 100.0
_WEIGHT = 0.05


class Forecast:
    """Any thread may call in."""

    def __init__(self) -> None:
        self._due: Counter[int] = Counter()
        self._mean_ms = FIRST_GUESS_MS
        self._lock = threading.Lock()

    def expect(self, instants_ms: Iterable[int]) -> None:
        with self._lock:
            self._due.update(instants_ms)

    def ended(self, duration_ms: int) -> None:
        self._mean_ms += _WEIGHT * (duration_ms - self._mean_ms)

    def peak(self, now_ms: int) -> int:
        """The most that will run at one moment, of those whose instant is still to come."""
        with self._lock:
            for past_ms in [at_ms for at_ms in self._due if at_ms < now_ms]:
                del self._due[past_ms]
            due = sorted(self._due.items())
        most = running = first = 0
        for at_ms, count in due:
            running += count
            while due[first][0] + self._mean_ms < at_ms:
                running -= due[first][1]
                first += 1
            most = max(most, running)
        return most
