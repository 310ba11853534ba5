"""Brings back whatever of a stack dies, as an init system would, and says so. It must not stop anything.

What dies again soon after its start is started ever more patiently: a fault that every start meets (a handler's module that cannot be
imported any more) must not fill the screen and the machine.

    died after a long time      started again at once
    died soon after its start   after 1 s, 2 s, 4 s, ... at most 30 s
"""

import pathlib
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from tickwheel.embedded.errors import EmbeddedError

STEADY_S = 30.0
"""Whoever ran for so long has started well."""
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0


class Part(Protocol):
    """A server or a service of the stack."""

    @property
    def name(self) -> str: ...

    @property
    def log_path(self) -> pathlib.Path: ...

    def is_running(self) -> bool: ...

    def start(self) -> object: ...


class Keeper:
    """Ask it to `look` again and again, from one thread."""

    def __init__(
        self,
        parts: Callable[[], Iterable[Part]],
        say: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._parts = parts
        self._say = say
        self._clock = clock
        self._started_at: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        self._start_at: dict[str, float] = {}

    def look(self) -> None:
        """Start what is not running and whose time has come."""
        for part in self._parts():
            if part.is_running():
                continue
            if part.name not in self._start_at:
                self._found_dead(part)
            if self._clock() >= self._start_at[part.name]:
                self._start(part)

    def _found_dead(self, part: Part) -> None:
        started_at = self._started_at.get(part.name)
        if started_at is None or self._clock() - started_at >= STEADY_S:
            self._pauses.pop(part.name, None)
            self._start_at[part.name] = self._clock()
            when = ""
        else:
            when = f" in {self._put_off(part):.0f} s"
        self._say(f"{part.name} has died and is started again{when} (its log: {part.log_path})")

    def _start(self, part: Part) -> None:
        self._started_at[part.name] = self._clock()
        try:
            part.start()
        except EmbeddedError as fault:
            self._say(f"{fault} The next try is in {self._put_off(part):.0f} s.")
        else:
            del self._start_at[part.name]

    def _put_off(self, part: Part) -> float:
        """Longer each time; how long."""
        pause_s = min(LONGEST_PAUSE_S, 2 * self._pauses.get(part.name, FIRST_PAUSE_S / 2))
        self._pauses[part.name] = pause_s
        self._start_at[part.name] = self._clock() + pause_s
        return pause_s
