"""One run of one peer: its workers first, then the clock from the first submission to the last job done."""

import os
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from tests.benchmarks.peers.peer import Peer, filled

APPS = Path(__file__).parent / "apps"
WARM_UP = 200
TIMEOUT_S = 60.0
POLL_S = 0.005


def run(peer: Peer, programs: str, redis: str, postgres: str, evidence: Path) -> float:
    """Jobs a second."""
    environment = {
        **os.environ,
        "PEER_REDIS": redis,
        "RQ_REDIS_URL": redis,
        "PEER_POSTGRES": postgres,
        "PEER_EVIDENCE": str(evidence),
        "PEER_VARIANT": peer.variant,
        "PYTHONPATH": str(APPS),
    }
    evidence.write_bytes(b"")
    with ExitStack() as stack:
        if peer.setup:
            subprocess.run(
                filled(peer.setup, programs), cwd=APPS, env=environment, check=False, capture_output=True
            )
        for command in peer.workers:
            stack.callback(_stop, _start(filled(command, programs), environment))
        submit = filled(peer.submit, programs)
        # The warm-up also waits for the workers to be up: what is submitted earlier waits for them.
        with Submitter(submit, environment) as submitter:
            submitter.submit(WARM_UP)
            _wait(evidence, WARM_UP, peer)
        with Submitter(submit, environment) as submitter:
            started = time.monotonic()
            submitter.submit(peer.jobs)
            _wait(evidence, WARM_UP + peer.jobs, peer)
            seconds = time.monotonic() - started
    return peer.jobs / seconds


class Submitter:
    """A process that has imported all it needs and is connected before it is told to submit: its start is not timed."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, cwd=APPS, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        answer = self._process.stdout.readline() if self._process.stdout else ""
        if answer != "ready\n":
            raise RuntimeError(f"a peer's submitter did not start: {self._process.args!r}")
        return self

    def submit(self, count: int) -> None:
        if self._process.stdin is None:
            raise RuntimeError("the submitter has no standard input")
        self._process.stdin.write(f"{count}\n")
        self._process.stdin.flush()

    def __exit__(self, *_: object) -> None:
        try:
            self._process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise


def _start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=APPS,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _wait(evidence: Path, count: int, peer: Peer) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while (done := evidence.stat().st_size) < count:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{peer.name} has done {done} of {count} jobs after {TIMEOUT_S:.0f} s")
        time.sleep(POLL_S)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """With its children: each worker leads a group of its own."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
