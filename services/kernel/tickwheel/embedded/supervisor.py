"""Runs one server process and ends it when the process that asked for it is gone, however it went.

Started as a script (`python -I -S supervisor.py <spec>`), stdlib only, so that it is up in 30 ms and small.

    parent ──stdin──> supervisor ──> server
           <─stdout──

The parent holds the only write end of our stdin. When the parent ends, by kill -9 too, the kernel closes it and
we read end-of-file: that works on every Unix, where Linux's parent-death signal does not. A child that the parent
forked may hold a copy of that end, so we also look whether another process has adopted us.
Lines we read: `stop`, `kill`, `signal <number>`. Lines we write: `pid <number>` or `error <reason>`
once, `sent` after a signal, `exit <code>` at the end.
Descriptors we inherit (the data lock) stay open to our end, so the data stays locked until the server is gone.
"""

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time

ADOPTION_CHECK_SECONDS = 0.5
PR_SET_PDEATHSIG = 1


class Supervisor:
    def __init__(
        self,
        *,
        argv: list[str],
        log_path: str,
        stop_signal: int,
        grace_seconds: float,
        remove_path: str | None,
    ) -> None:
        self._argv = argv
        self._log_path = log_path
        self._stop_signal = stop_signal
        self._grace_seconds = grace_seconds
        self._remove_path = remove_path
        self._parent = os.getppid()
        self._parent_is_gone = False
        self._kill_at: float | None = None
        self._wake_read = _wake_on_signals()

    def run(self) -> None:
        try:
            self._server = self._spawn()
        except OSError as error:
            _tell(f"error {error.strerror}")
            return
        _tell(f"pid {self._server.pid}")
        while self._server.poll() is None:
            self._wait_for_news()
        if self._parent_is_gone and self._remove_path:
            shutil.rmtree(self._remove_path, ignore_errors=True)
        _tell(f"exit {self._server.returncode}")

    def _spawn(self) -> subprocess.Popen[bytes]:
        with open(self._log_path, "ab") as log:  # noqa: PTH123  # pathlib costs a third of our start-up
            return subprocess.Popen(
                self._argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
                preexec_fn=self._die_with_supervisor if sys.platform == "linux" else None,
            )

    def _wait_for_news(self) -> None:
        sources = [self._wake_read] if self._parent_is_gone else [self._wake_read, 0]
        ready, _, _ = select.select(sources, [], [], self._patience())
        if self._wake_read in ready and signal.SIGTERM in os.read(self._wake_read, 4096):
            self._stop()
        if 0 in ready:
            self._obey(os.read(0, 4096))
        if os.getppid() != self._parent:
            self._orphaned()
        if self._kill_at is not None and time.monotonic() >= self._kill_at:
            self._signal(signal.SIGKILL)

    def _patience(self) -> float:
        if self._kill_at is None:
            return ADOPTION_CHECK_SECONDS
        return min(ADOPTION_CHECK_SECONDS, max(0.01, self._kill_at - time.monotonic()))

    def _obey(self, data: bytes) -> None:
        if not data:
            self._orphaned()
        for line in data.decode().splitlines():
            verb, _, argument = line.partition(" ")
            if verb == "stop":
                self._stop()
            elif verb == "kill":
                self._signal(signal.SIGKILL)
            elif verb == "signal":
                self._signal(int(argument))
                _tell("sent")

    def _orphaned(self) -> None:
        self._parent_is_gone = True
        self._stop()

    def _stop(self) -> None:
        if self._kill_at is None:
            self._kill_at = time.monotonic() + self._grace_seconds
            self._signal(signal.SIGCONT)  # a paused server would not see the next one
            self._signal(self._stop_signal)

    def _signal(self, number: int) -> None:
        """To the server alone when it is asked to stop (it ends its own children), to all of them when killed."""
        with contextlib.suppress(ProcessLookupError):
            if number == self._stop_signal:
                self._server.send_signal(number)
            else:
                os.killpg(self._server.pid, number)

    def _die_with_supervisor(self) -> None:
        """Linux only: should we be killed ourselves, the kernel stops the server."""
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, self._stop_signal)


def _wake_on_signals() -> int:
    """A descriptor that becomes readable when the server ended or somebody asks us to end."""
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    return wake_read


def _tell(line: str) -> None:
    with contextlib.suppress(OSError):  # the parent may be gone
        os.write(1, line.encode() + b"\n")


if __name__ == "__main__":
    Supervisor(**json.loads(sys.argv[1])).run()
