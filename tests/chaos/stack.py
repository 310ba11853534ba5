"""A scheduler and workers as real processes, to be killed. Everything that was started is ended with the test."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.integration.worker.cluster import TestCluster

from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionFailed
from tickwheel.worker.sdk.submitter import Submitter

LEASE_MS = 4_000


class Evidence:
    """What handlers wrote."""

    def __init__(self, lines: Sequence[str]) -> None:
        split = [line.split() for line in lines]
        self.starts = Counter(execution for what, execution, _, _ in split if what == "start")
        self.ended = {execution for what, execution, _, _ in split if what == "end"}
        self._by_worker = split

    def cut_short(self, worker: str) -> set[str]:
        """Executions that began on that worker and never ended there."""
        began = {e for what, e, _, name in self._by_worker if what == "start" and name == worker}
        return began - {e for what, e, _, name in self._by_worker if what == "end" and name == worker}


class Stack:
    def __init__(self, cluster: TestCluster, folder: Path) -> None:
        self.cluster = cluster
        self._folder = folder
        self._evidence = folder / "evidence"
        self._evidence.mkdir()
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.submitter = Submitter(cluster.log, cluster.kafka)

    def scheduler(self, name: str = "scheduler") -> None:
        self._start(name, ["tickwheel.scheduler"], {"TICKWHEEL_SCHEDULER_LEASE_MS": str(LEASE_MS)})

    def worker(self, name: str, slots: int = 10) -> None:
        settings = {
            "TICKWHEEL_WORKER_INSTANCE_ID": name,
            "TICKWHEEL_WORKER_SLOTS": str(slots),
            "TICKWHEEL_WORKER_LEASE_MS": str(LEASE_MS),
            "TICKWHEEL_WORKER_HEARTBEAT_INTERVAL_MS": "500",
            "EVIDENCE_NAME": name,
            "EVIDENCE_DIR": str(self._evidence),
        }
        self._start(name, ["tickwheel.worker", "tests.chaos.evidence:app"], settings)

    def send(self, name: str, number: int) -> None:
        self._processes[name].send_signal(number)

    def evidence(self) -> Evidence:
        return Evidence([line for path in self._evidence.iterdir() for line in path.read_text().splitlines()])

    def wait_for_evidence(self, enough: Callable[[Evidence], bool], timeout_s: float = 60.0) -> Evidence:
        clock = self.cluster.clock
        deadline = clock.monotonic() + timeout_s
        while not enough(found := self.evidence()):
            assert clock.monotonic() < deadline, f"not enough after {timeout_s} s, see {self._folder}"
            self._pause()
        return found

    def wait_for_log(self, name: str, words: str, times: int = 1, timeout_s: float = 30.0) -> None:
        """Wait until a process has said so, so many times."""
        clock = self.cluster.clock
        deadline = clock.monotonic() + timeout_s
        while (self._folder / f"{name}.log").read_text().count(words) < times:
            assert clock.monotonic() < deadline, f"{name} did not say '{words}', see {self._folder}"
            self._pause()

    def ended(self, count: int, timeout_s: float = 90.0) -> dict[str, list[ExecutionEvent]]:
        """The ends of executions in the journal, once so many have ended."""
        ends: dict[str, list[ExecutionEvent]] = {}

        def enough(seen: Sequence[Event]) -> bool:
            ends.clear()
            for event in seen:
                if isinstance(event, ExecutionCompleted | ExecutionFailed):
                    ends.setdefault(event.execution_id, []).append(event)
            return len(ends) >= count

        self.cluster.read(self.cluster.topics.events, Event, enough, timeout_s=timeout_s)
        return ends

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.submitter.close()
        for process in self._processes.values():
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()

    def _start(self, name: str, module: list[str], settings: dict[str, str]) -> None:
        kafka = self.cluster.kafka
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("TICKWHEEL_")},
            "TICKWHEEL_KAFKA_BOOTSTRAP": kafka.bootstrap,
            "TICKWHEEL_KAFKA_TOPIC_PREFIX": kafka.topic_prefix,
            "TICKWHEEL_KAFKA_PARTITIONS": str(kafka.partitions),
            "TICKWHEEL_KAFKA_MAILBOXES": str(kafka.mailboxes),
            "TICKWHEEL_KAFKA_REPLICATION": "1",
            "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            **settings,
        }
        with (self._folder / f"{name}.log").open("ab") as output:
            self._processes[name] = subprocess.Popen(
                [sys.executable, "-m", *module], env=environment, stdout=output, stderr=output
            )

    def _pause(self) -> None:
        """A look at files every 50 ms: handlers cannot signal the test without being part of it."""
        threading.Event().wait(0.05)
