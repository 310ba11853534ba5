"""A server process under its supervisor, as the parent sees it: start, ask to stop, kill, pause, wait."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping

import msgspec

from tickwheel.embedded import supervisor
from tickwheel.embedded.errors import StartError

# What the supervisor needs on top of the server's grace.
REAP_SECONDS = 4


class ProcessSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What to run, and how it is ended."""

    argv: list[str]
    log_path: str
    stop_signal: int = signal.SIGTERM
    grace_seconds: float = 6.0
    """From the stop signal to SIGKILL."""
    remove_path: str | None = None
    """Deleted by the supervisor when the parent died and nobody else can tidy up."""


class ServerProcess:
    """One run of a server. Never restarted: a new run is a new object."""

    def __init__(
        self, spec: ProcessSpec, lock_descriptor: int, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it; the supervisor inherits the lock's descriptor and so holds the lock to the server's end.

        `environment` replaces ours. It is no part of the spec, which anyone can read in the list of processes.
        """
        argv = [sys.executable, "-I", "-S", supervisor.__file__, json.dumps(msgspec.to_builtins(spec))]
        self._supervisor = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is for the parent, which then stops us in order
            cwd=pathlib.Path(spec.log_path).parent,
            pass_fds=(lock_descriptor,),
            env=None if environment is None else dict(environment),
            text=True,
            bufsize=1,
        )
        self._joining = threading.Lock()
        self._patience_seconds = spec.grace_seconds + REAP_SECONDS
        self.pid = self._read_pid(spec)

    @property
    def supervisor_pid(self) -> int:
        return self._supervisor.pid

    def is_running(self) -> bool:
        return self._supervisor.poll() is None

    def ask_to_stop(self) -> None:
        """Begin an orderly end; the supervisor kills the server when its grace is over. `join` waits for it."""
        self._tell("stop")

    def kill(self) -> None:
        """End it at once, as a power cut would. `join` waits for it."""
        self._tell("kill")

    def pause(self) -> None:
        """Stop it in its tracks: connections stay open and nothing answers."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _read_pid(self, spec: ProcessSpec) -> int:
        word, _, argument = self._hear().partition(" ")
        if word != "pid":
            self.join()
            reason = argument or "its supervisor ended"
            raise StartError(f"Could not run {spec.argv[0]} ({reason}): reinstall tickwheel[embedded].")
        return int(argument)

    def _signal(self, number: signal.Signals) -> None:
        """Send it and wait until it was sent, or until the server has ended."""
        self._tell(f"signal {int(number)}")
        self._hear()

    def _hear(self) -> str:
        assert self._supervisor.stdout is not None  # noqa: S101  # we asked for a pipe
        return self._supervisor.stdout.readline().strip()

    def _tell(self, line: str) -> None:
        assert self._supervisor.stdin is not None  # noqa: S101
        with contextlib.suppress(BrokenPipeError, ValueError):  # it has ended already
            self._supervisor.stdin.write(line + "\n")

    def join(self) -> None:
        """Wait until server and supervisor are gone. May be called again."""
        with self._joining:
            try:
                self._supervisor.wait(self._patience_seconds)
            except subprocess.TimeoutExpired:  # the supervisor itself hangs: end both, the server first
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.pid, signal.SIGKILL)
                self._supervisor.kill()
                self._supervisor.wait()
            for pipe in (self._supervisor.stdin, self._supervisor.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
