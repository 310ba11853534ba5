"""One process for handlers, as the worker sees it: start it, give it an attempt, hear it out, kill it with its group."""

import contextlib
import os
import signal
import subprocess
import sys

from tickwheel.worker.runners.process import memory, wire
from tickwheel.worker.runners.process.ear import Ear

CHILD = "tickwheel.worker.runners.process.child"


class HandlerProcess:
    """Owned by one thread at a time, but for `terminate` and `kill`."""

    def __init__(self, prepare: wire.Prepare) -> None:
        """Launched, but not ready: the first thing to hear from it is that it is."""
        orders_read, orders_write = os.pipe()
        answers_read, answers_write = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", CHILD, str(orders_read), str(answers_write)],
                pass_fds=(orders_read, answers_write),
                # A session of its own: it is killed with all its children, and Ctrl-C at the worker does not reach it.
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        finally:
            os.close(orders_read)
            os.close(answers_write)
        self._orders = os.fdopen(orders_write, "wb")
        self._answers = Ear(answers_read, self._process.pid)
        self.runs = 0
        """Attempts given to it so far."""
        self._write(prepare)

    @property
    def pid(self) -> int:
        return self._process.pid

    def held_mib(self) -> int:
        return memory.held_mib(self.pid)

    def give(self, run: wire.Run) -> bool:
        """False if it is gone."""
        self.runs += 1
        return self._write(run)

    def hear(self) -> wire.Said | None:
        """Wait for what it says next; None when it is gone."""
        try:
            return wire.read_said(self._answers)
        except OSError:
            return None

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def bury(self) -> str:
        """Make sure that it and its group are gone; returns how it ended, for people."""
        self.kill()
        with contextlib.suppress(OSError):
            self._orders.close()
        self._answers.close()
        code = self._process.wait()
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        return f"exit code {code}"

    def exit_soon(self, timeout_s: float) -> str | None:
        """How it ended by itself, if it has."""
        try:
            code = self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return None
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def _write(self, message: wire.Prepare | wire.Run) -> bool:
        try:
            wire.write(self._orders, message)
        except OSError:
            return False
        return True

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)
