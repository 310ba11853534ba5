"""The worker's end of what a handler's process says, until the process is gone.

The end of the pipe alone would not tell: what the process has forked holds the pipe open, and an attempt whose process crashed
would be waited for until its time-out. So the process itself is watched too, where the system can do that (Linux).
"""

import os
import select

CHUNK_BYTES = 65_536


class Ear:
    """Owned by one thread at a time."""

    def __init__(self, pipe: int, pid: int) -> None:
        self._pipe = pipe
        self._process = _watched(pid)
        self._heard = bytearray()
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        if self._process >= 0:
            self._poll.register(self._process, select.POLLIN)

    def read(self, size: int, /) -> bytes:
        """So many bytes; fewer when the process is gone and all it said was heard."""
        while len(self._heard) < size and (chunk := self._hear()):
            self._heard += chunk
        said = bytes(self._heard[:size])
        del self._heard[:size]
        return said

    def close(self) -> None:
        for descriptor in (self._pipe, self._process):
            if descriptor >= 0:
                os.close(descriptor)
        self._pipe = self._process = -1

    def _hear(self) -> bytes:
        ready = {descriptor for descriptor, _ in self._poll.poll()}
        # What it said before its end is in the pipe by the time that its end is known.
        return os.read(self._pipe, CHUNK_BYTES) if self._pipe in ready else b""


def _watched(pid: int) -> int:
    """A descriptor that is ready when the process has ended; -1 where there is none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1
