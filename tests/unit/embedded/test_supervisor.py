"""The supervisor ends its server when asked, when it does not listen, and when the parent is killed."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator

import psutil
import pytest

from tickwheel.embedded import process
from tickwheel.embedded.errors import StartError
from tickwheel.embedded.process import ProcessSpec, ServerProcess

DEADLINE_SECONDS = 10
STUBBORN = (
    "import signal, sys, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
)
PARENT = """
    import os, sys, time
    from tickwheel.embedded.process import ProcessSpec, ServerProcess
    folder = sys.argv[1]
    spec = ProcessSpec(
        argv=["sleep", "600"], log_path=folder + "/log", grace_seconds=0.1, remove_path=folder + "/ephemeral"
    )
    server = ServerProcess(spec, os.open(folder + "/lock", os.O_CREAT | os.O_RDWR))
    if os.fork() == 0:
        time.sleep(600)  # a forked child holds a copy of every pipe
    print(server.pid, server.supervisor_pid, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def lock(tmp_path: pathlib.Path) -> Iterator[int]:
    descriptor = os.open(tmp_path / "lock", os.O_CREAT | os.O_RDWR)
    yield descriptor
    os.close(descriptor)


def start(tmp_path: pathlib.Path, lock: int, argv: list[str], grace_seconds: float = 5) -> ServerProcess:
    return ServerProcess(
        ProcessSpec(argv=argv, log_path=str(tmp_path / "log"), grace_seconds=grace_seconds), lock
    )


def wait_gone(*pids: int) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while any(is_alive(pid) for pid in pids):
        assert time.monotonic() < deadline, f"still there: {[pid for pid in pids if is_alive(pid)]}"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """A process that has ended and waits for its new parent to notice is not alive."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_stopped_server_and_its_supervisor_are_gone(tmp_path: pathlib.Path, lock: int) -> None:
    server = start(tmp_path, lock, ["sleep", "600"])
    assert server.is_running()
    server.ask_to_stop()
    server.join()
    assert not server.is_running()
    wait_gone(server.pid, server.supervisor_pid)


def test_stopping_twice_is_fine(tmp_path: pathlib.Path, lock: int) -> None:
    server = start(tmp_path, lock, ["sleep", "600"])
    for _ in range(2):
        server.ask_to_stop()
        server.join()


def test_a_server_that_ignores_the_stop_signal_is_killed_after_its_grace(
    tmp_path: pathlib.Path, lock: int
) -> None:
    server = start(tmp_path, lock, [sys.executable, "-c", STUBBORN], grace_seconds=0.1)
    deadline = time.monotonic() + DEADLINE_SECONDS
    while "up" not in (tmp_path / "log").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    server.ask_to_stop()
    server.join()
    wait_gone(server.pid)


def test_a_paused_server_can_be_stopped(tmp_path: pathlib.Path, lock: int) -> None:
    server = start(tmp_path, lock, ["sleep", "600"])
    server.pause()
    server.ask_to_stop()
    server.join()
    wait_gone(server.pid)


def test_a_program_that_cannot_be_run_is_named(tmp_path: pathlib.Path, lock: int) -> None:
    with pytest.raises(StartError, match=r"Could not run /no/such/java \(No such file or directory\)"):
        start(tmp_path, lock, ["/no/such/java"])


def test_both_are_ended_when_the_supervisor_hangs(
    tmp_path: pathlib.Path, lock: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "REAP_SECONDS", 0.1)
    server = start(tmp_path, lock, ["sleep", "600"], grace_seconds=0)
    os.kill(server.supervisor_pid, signal.SIGSTOP)
    server.ask_to_stop()
    server.join()
    wait_gone(server.pid, server.supervisor_pid)


def test_what_the_server_says_is_in_its_log(tmp_path: pathlib.Path, lock: int) -> None:
    server = start(tmp_path, lock, ["echo", "hello"])
    server.join()
    assert (tmp_path / "log").read_text() == "hello\n"


if sys.platform == "linux":  # only Linux tells a process of its parent's death

    def test_the_server_ends_when_its_supervisor_is_killed(tmp_path: pathlib.Path, lock: int) -> None:
        server = start(tmp_path, lock, ["sleep", "600"])
        os.kill(server.supervisor_pid, signal.SIGKILL)
        server.join()
        wait_gone(server.pid)


def test_nothing_is_left_when_the_parent_is_killed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "ephemeral").mkdir()
    argv = [sys.executable, "-c", textwrap.dedent(PARENT), str(tmp_path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        server_pid, supervisor_pid = map(int, parent.stdout.readline().split())
        (forked,) = [child for child in psutil.Process(parent.pid).children() if child.pid != supervisor_pid]
        parent.kill()
        try:
            wait_gone(server_pid, supervisor_pid)
        finally:
            forked.kill()
    assert not (tmp_path / "ephemeral").exists()
