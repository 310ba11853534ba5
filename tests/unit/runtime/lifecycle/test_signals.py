"""Signals, in a process of their own: the first stops in good order, the second ends it at once."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

SERVICE = """
import sys, threading
from tickwheel.runtime.lifecycle import run_service, stop_on_signals

class Waiting:
    name = "waiting"
    def start(self): pass
    def run_once(self):
        print("working", flush=True)
        (threading.Event().wait if "stuck" in sys.argv else stop.wait)(60)
    def stop(self): print("stopped in good order", flush=True)

with stop_on_signals(same_request_s=0 if "stuck" in sys.argv else 60) as stop:
    code = run_service(Waiting(), stop)
sys.exit(code)
"""


@contextmanager
def waiting_service(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    argv = [sys.executable, "-c", SERVICE, *arguments]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while "working" not in process.stdout.readline():
            assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_first_signal_stops_in_good_order(number: signal.Signals) -> None:
    with waiting_service() as process:
        process.send_signal(number)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "stopped in good order" in out


def test_two_signals_in_one_moment_are_one_request() -> None:
    with waiting_service() as process:
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "stopped in good order" in out


def test_the_second_signal_ends_it_at_once() -> None:
    with waiting_service("stuck") as process:
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        while "Stopping" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert "stopped in good order" not in out
