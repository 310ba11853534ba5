"""`tickwheel dev` as a person runs it: a process in a folder, and the command line beside it in the same folder."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

import psutil

T = TypeVar("T")

START_SECONDS = 90
STOP_SECONDS = 20
"""Twice what is promised: a machine that runs tests is busy."""
LOOK_SECONDS = 0.05


class Dev:
    """Kill it, interrupt it, start another one in the same folder. Leaving the context ends it in any case."""

    def __init__(self, folder: pathlib.Path, *options: str, programs: pathlib.Path | None = None) -> None:
        self.folder = folder
        self._programs = programs or pathlib.Path(sys.executable).parent
        self._log_path = folder / "dev.log"
        with self._log_path.open("wb") as log:
            self._process = subprocess.Popen(
                [self._programs / "tickwheel", "dev", "--port", "0", *options],
                cwd=folder,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        try:
            eventually(self._is_ready, START_SECONDS)
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def endpoints(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / ".tickwheel" / "endpoints.json").read_text())
        return found

    @property
    def said(self) -> str:
        return self._log_path.read_text()

    def family(self) -> list[psutil.Process]:
        """Every process that it has started, and theirs."""
        return psutil.Process(self._process.pid).children(recursive=True)

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(STOP_SECONDS)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def run(self, *arguments: str) -> str:
        """A command of the command line; its output."""
        return self.shell(" ".join(["tickwheel", *arguments]))

    def ask(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "-o", "json"))

    def shell(self, line: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", line],
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout

    def _environment(self) -> dict[str, str]:
        """Ours, without settings, and with the programs of the installation that is tried first."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith("TICKWHEEL_")}
        return {**plain, "PATH": f"{self._programs}{os.pathsep}{os.environ['PATH']}"}

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, self.said
        return "Ctrl-C stops everything" in self.said


def eventually(look: Callable[[], T], seconds: float = 20) -> T:
    """The first true answer; an error if there is none in time."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain"
        time.sleep(LOOK_SECONDS)
    return found


def are_gone(processes: list[psutil.Process]) -> bool:
    return not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in processes)
