"""The port between the floor, which decides what runs, and the runners, which run it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held

OnFinished = Callable[[Held, Ending], None]
"""Told once for each attempt started, from any thread, but never from inside `start` or `stop`."""


class Runner(Protocol):
    def start(self, attempts: Sequence[Held]) -> None:
        """Run these now, and set `started_at_ms` of each. Returns at once."""

    def stop(self, held: Held) -> None:
        """End it as well as this kind of runner can; `held.stop` says why. It still ends through OnFinished."""

    def close(self, timeout_s: float) -> None:
        """Free threads and processes. What still runs is left to end with the process."""
