"""The clocks of a chaos run: a file for each process says by how much its clock is off."""

import struct
import time
from pathlib import Path

from tests.chaos.checker.history import Jump

MACHINE = "machine"


class Clocks:
    def __init__(self, folder: Path, members: list[str]) -> None:
        self._folder = folder
        folder.mkdir()
        self.jumps: list[Jump] = []
        self._off_ms = 0
        self._skew_ms = dict.fromkeys([MACHINE, *members], 0)
        for name in self._skew_ms:
            self._write(name)

    def path(self, member: str) -> Path:
        return self._folder / member

    def wall_ms(self) -> int:
        """What the machine's clock shows to everyone whose own is not skewed."""
        return time.time_ns() // 1_000_000 + self._off_ms

    def real_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def jump(self, by_ms: int) -> None:
        """Set the clock of the machine, for every process at once."""
        self._off_ms += by_ms
        self.jumps.append(Jump(float(self.real_ms()), by_ms))
        for name in self._skew_ms:
            self._write(name)

    def put_right(self) -> None:
        if self._off_ms:
            self.jump(-self._off_ms)

    def skew(self, member: str, by_ms: int) -> None:
        """Let one process believe in another time."""
        self._skew_ms[member] = by_ms
        self._write(member)

    def _write(self, name: str) -> None:
        """In place: the readers have mapped the file."""
        path = self.path(name)
        with path.open("r+b" if path.exists() else "wb") as file:
            file.write(struct.pack("q", self._off_ms + self._skew_ms[name]))
