"""The command line, run in this process or as a program of its own."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from tickwheel.cli.main import app

Program = Callable[..., subprocess.CompletedProcess[str]]
Invoke = Callable[..., Result]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("TICKWHEEL_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def invoke() -> Invoke:
    """Run a sub-command in this process."""

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, arguments)

    return run


@pytest.fixture
def program() -> Program:
    """Run the whole program, for what only its entry point does."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "tickwheel.cli", *arguments]
        return subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)

    return run
