"""A scheduler and workers as real processes on the tests' shared broker, to be killed. What was started ends with the test."""

import os
import signal
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.chaos import evidence
from tests.chaos.checker.history import Stamp
from tests.integration.worker.cluster import TestCluster

from tickwheel.embedded import ports
from tickwheel.embedded.stack.member import Member
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionFailed
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.worker.sdk.submitter import Submitter

LEASE_MS = 4_000
REFUSED = "tickwheel_reports_refused_total{"

Key = tuple[str, int]
"""An attempt: execution id and number."""


class Evidence:
    """What handlers wrote."""

    def __init__(self, stamps: Sequence[Stamp]) -> None:
        self.starts = Counter(stamp.execution_id for stamp in stamps if stamp.what == "start")
        self.ended = {stamp.execution_id for stamp in stamps if stamp.what == "end"}
        self._stamps = stamps

    def of(self, handler: str) -> "Evidence":
        """What the handlers of that name wrote."""
        return Evidence([stamp for stamp in self._stamps if stamp.job.startswith(f"{handler}:")])

    def began(self, worker: str) -> set[Key]:
        return self._of(worker, "start")

    def cut_short(self, worker: str) -> set[Key]:
        """Attempts that began on that worker and never ended there."""
        return self.began(worker) - self._of(worker, "end")

    def _of(self, worker: str, what: str) -> set[Key]:
        return {(s.execution_id, s.attempt) for s in self._stamps if s.what == what and s.worker == worker}


class Stack:
    def __init__(self, cluster: TestCluster, folder: Path) -> None:
        self.cluster = cluster
        self._folder = folder
        self._evidence = folder / "evidence"
        self._evidence.mkdir()
        self._lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR)
        self._members: dict[str, Member] = {}
        self.submitter = Submitter(cluster.log, cluster.kafka)

    def scheduler(self, name: str = "scheduler") -> None:
        self._start(name, "tickwheel.scheduler", (), {"TICKWHEEL_SCHEDULER_LEASE_MS": str(LEASE_MS)})

    def worker(self, name: str, slots: int = 10, lease_ms: int = LEASE_MS) -> None:
        settings = {
            "TICKWHEEL_WORKER_INSTANCE_ID": name,
            "TICKWHEEL_WORKER_SLOTS": str(slots),
            "TICKWHEEL_WORKER_LEASE_MS": str(lease_ms),
            "TICKWHEEL_WORKER_HEARTBEAT_INTERVAL_MS": "500",
            evidence.NAME: name,
            evidence.FOLDER: str(self._evidence),
        }
        self._start(name, "tickwheel.worker", ("tests.chaos.handlers:app",), settings)

    def send(self, name: str, number: int) -> None:
        pid = self._members[name].pid
        assert pid is not None
        os.kill(pid, number)

    def kill(self, name: str) -> None:
        """kill -9; returns when the process is gone, so that it writes no evidence any more."""
        self._members[name].kill()

    def refused_reports(self, name: str = "scheduler") -> int:
        """Claims and outcomes that the scheduler has refused so far, by its own metric."""
        port = self._members[name].health_port
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return sum(int(float(line.split()[-1])) for line in lines if line.startswith(REFUSED))

    def running_on(self, name: str) -> set[str]:
        """Executions that a worker was running when it was killed or stopped: begun there, and their end not reported.

        To be asked when others have done the work: by then all that the worker had sent is in the log, however slow the
        broker was.
        """
        topics, kafka = self.cluster.topics, self.cluster.kafka
        places = [TopicPartition(topics.outcomes, number) for number in range(kafka.partitions)]
        outcomes = [
            self.cluster.codec.decode(record.value or b"", AttemptOutcome)
            for stretch in read_to_end(self.cluster.log, places)
            for record in stretch.records
        ]
        reported = {(outcome.execution_id, outcome.attempt) for outcome in outcomes}
        return {execution for execution, _ in self.evidence().began(name) - reported}

    def dead_letters(self, count: int) -> list[DeadLetter]:
        return self.cluster.read(
            self.cluster.topics.dead_letter, DeadLetter, lambda seen: len(seen) >= count, timeout_s=30
        )

    def wait_until(self, true: Callable[[], bool], timeout_s: float = 30.0) -> None:
        deadline = self.cluster.clock.monotonic() + timeout_s
        while not true():
            assert self.cluster.clock.monotonic() < deadline, (
                f"not so after {timeout_s} s, see {self._folder}"
            )
            self._pause()

    def evidence(self) -> Evidence:
        return Evidence(evidence.read(self._evidence))

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
        while self._members[name].log_path.read_text().count(words) < times:
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
        for name, member in self._members.items():
            if member.is_running():
                self.send(name, signal.SIGCONT)
            member.kill()
        os.close(self._lock)

    def _start(self, name: str, module: str, arguments: tuple[str, ...], settings: dict[str, str]) -> None:
        kafka = self.cluster.kafka
        environment = {
            "TICKWHEEL_KAFKA_BOOTSTRAP": kafka.bootstrap,
            "TICKWHEEL_KAFKA_TOPIC_PREFIX": kafka.topic_prefix,
            "TICKWHEEL_KAFKA_PARTITIONS": str(kafka.partitions),
            "TICKWHEEL_KAFKA_MAILBOXES": str(kafka.mailboxes),
            "TICKWHEEL_KAFKA_REPLICATION": "1",
            "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            **settings,
        }
        [port] = ports.free_ports(1)
        member = Member(name, module, arguments, environment, port, self._folder, self._lock)
        member.start()
        self._members[name] = member

    def _pause(self) -> None:
        """A look at files every 50 ms: handlers cannot signal the test without being part of it."""
        threading.Event().wait(0.05)
