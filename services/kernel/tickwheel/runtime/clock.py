"""The only place that reads the machine's clock. Everything else is handed a Clock."""

import time
from typing import Protocol


class Clock(Protocol):
    def now_ms(self) -> int:
        """Wall-clock time: milliseconds since the epoch. May jump."""

    def now_ns(self) -> int:
        """Wall-clock time in nanoseconds, for starting at an instant and for measuring lateness."""

    def monotonic(self) -> float:
        """Seconds that never go back, for time-outs."""


class SystemClock:
    """The machine's own clock."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def now_ns(self) -> int:
        return time.time_ns()

    def monotonic(self) -> float:
        return time.monotonic()


class ManualClock:
    """Stands still until told to move: for tests and the simulation."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._now_ns = now_ms * 1_000_000
        self._monotonic = 0.0

    def now_ms(self) -> int:
        return self._now_ns // 1_000_000

    def now_ns(self) -> int:
        return self._now_ns

    def monotonic(self) -> float:
        return self._monotonic

    def advance(self, ms: float) -> None:
        """Let time pass: wall clock and monotonic clock move together."""
        self._now_ns += int(ms * 1_000_000)
        self._monotonic += ms / 1_000

    def jump(self, ms: float) -> None:
        """Set the wall clock only, as an operator or a time daemon would."""
        self._now_ns += int(ms * 1_000_000)
