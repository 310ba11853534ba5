"""Ends programs whose worker was killed: a process beside the worker that knows their groups and waits for its end.

A killed worker can end nothing itself, and when its lease is over others start its attempts again: then each would run twice at
the same time.
"""

import contextlib
import os
import sys
import threading
from pathlib import Path

PROGRAM = Path(__file__).with_name("reaper_program.py")


class Reaper:
    """One for the whole process, begun with the first program. Any thread may call in."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._pipe = -1

    def begin(self) -> None:
        """Before the first program, so that nothing but one write lies between a program's start and this knowing it."""
        with self._lock:
            if self._pipe < 0:
                self._pipe = self._start()

    def mind(self, group: int) -> None:
        """End this process group if the worker dies."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        with contextlib.suppress(OSError):
            if self._pipe >= 0:
                os.write(self._pipe, line.encode())
                return
        # There is none yet, or it was killed: a new one is told of all.
        if self._pipe >= 0:
            os.close(self._pipe)
        self._pipe = self._start()
        os.write(self._pipe, "".join(f"+{group}\n" for group in self._groups).encode())

    @staticmethod
    def _start() -> int:
        """The pipe to it. A session of its own: what ends the worker's group does not end this."""
        read, write = os.pipe()
        quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
        try:
            os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", str(PROGRAM)],
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, read, 0), *quiet],
                setsid=True,
            )
        finally:
            os.close(read)
        return write


REAPER = Reaper()
