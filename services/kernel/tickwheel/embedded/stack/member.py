"""One service of a stack: a process under a supervisor, with a health endpoint that says when it is ready."""

import os
import pathlib
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping

from tickwheel.embedded import logtail
from tickwheel.embedded.errors import StartError
from tickwheel.embedded.process import ProcessSpec, ServerProcess
from tickwheel.embedded.restartable import Restartable

READY_SECONDS = 60
POLL_SECONDS = 0.05
GRACE_SECONDS = 8.0


class Member(Restartable):
    """Start, wait until ready, stop, kill, start again: the same settings, ports and log each time."""

    def __init__(
        self,
        name: str,
        module: str,
        arguments: tuple[str, ...],
        settings: Mapping[str, str],
        health_port: int,
        folder: pathlib.Path,
        lock_descriptor: int,
    ) -> None:
        super().__init__()
        self.name = name
        self.health_port = health_port
        self.log_path = folder / f"{name}.log"
        self._argv = [sys.executable, "-m", module, *arguments]
        self._environment = {**os.environ, **settings, "TICKWHEEL_METRICS_PORT": str(health_port)}
        self._lock_descriptor = lock_descriptor
        self._log_offset = 0

    def start(self) -> None:
        """Return at once; `wait_until_ready` waits."""
        self._log_offset = logtail.tail_offset(self.log_path)
        spec = ProcessSpec(argv=self._argv, log_path=str(self.log_path), grace_seconds=GRACE_SECONDS)
        self._process = ServerProcess(spec, self._lock_descriptor, self._environment)

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.health_port}/health/ready", timeout=2
            ) as answer:
                return int(answer.status) == 200
        except (urllib.error.URLError, OSError):
            return False

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.is_ready():
            if not self.is_running() or time.monotonic() > deadline:
                words = logtail.telling_line(logtail.lines_since(self.log_path, self._log_offset))
                raise StartError(
                    f"The {self.name} did not start: {words} (the whole story is in {self.log_path})."
                )
            time.sleep(POLL_SECONDS)
