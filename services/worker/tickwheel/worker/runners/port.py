"""The port between the floor, which decides what runs, and the runners, which run it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tickwheel.worker.floor.ending import Ended
from tickwheel.worker.floor.held import Held

MayStart = Callable[[], bool]
"""Whether the lease allows a start at this very moment."""

OnFinished = Callable[[Sequence[Ended]], None]
"""Told once for each attempt started, from any thread, but never from inside `start` or `stop`."""


class Runner(Protocol):
    def expect(self, attempts: Sequence[Held]) -> None:
        """These are parked and will be started at their instants, unless they are recalled. Returns at once."""

    def start(self, attempts: Sequence[Held]) -> None:
        """Run these now, and set `started_at_ms` of each that does start. Returns at once.

        Between the floor and the handler there is a hand-over to another thread, where the process may have been stopped
        for longer than its lease: whether each may still start is asked again in the last moment.
        """

    def stop(self, held: Held) -> None:
        """End it as well as this kind of runner can; `held.stop` says why. It still ends through OnFinished."""

    def close(self, timeout_s: float) -> None:
        """Free threads and processes. What still runs is left to end with the process."""
