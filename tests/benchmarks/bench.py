"""A stack to measure: starts it, feeds it commands through Kafka, and waits until everything has run and is projected."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

import msgspec
import psutil
import psycopg
from tests.benchmarks.evidence import Start, read_starts
from tests.benchmarks.handlers import FOLDER

from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import RandomIds
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import Record, TopicPartition

M = TypeVar("M", bound=Message)

ROOT = Path(__file__).parents[2]
POLL_S = 0.02
COUNT_EVERY_S = 0.1
COUNT_SELDOM_S = 1.0
"""Counting the rows costs Postgres time that it needs for the projection: seldom while many are missing, and often only
near the end, where the time of the last one is what counts."""

ROOMY = StackPlan(settings={"TICKWHEEL_WORKER_SLOTS": "10000"})
"""A worker for async handlers that hardly do anything: its slots must not be what is measured."""

IN_PROCESSES = StackPlan(worker_app="tests.benchmarks.process_handlers:app")


class Bench:
    """`with Bench() as bench:` gives a running stack of its own, gone afterwards."""

    def __init__(
        self, plan: StackPlan | None = None, before_services: "Callable[[Bench], None]" = lambda _: None
    ) -> None:
        self._before_services = before_services
        self._folder = TemporaryDirectory(prefix="tickwheel-bench-")
        self.evidence = Path(self._folder.name) / "evidence"
        self.evidence.mkdir()
        os.environ[FOLDER] = str(self.evidence)
        os.environ["PYTHONPATH"] = str(ROOT)
        # A data folder of its own means real durability settings: an ephemeral Postgres does not wait for the disk.
        data_dir = Path(self._folder.name) / "data"
        self.stack = Stack(
            msgspec.structs.replace(
                plan or StackPlan(),
                data_dir=data_dir,
                worker_app=(plan and plan.worker_app) or "tests.benchmarks.handlers:app",
            )
        )
        self.clock = SystemClock()
        self._ids = RandomIds()
        self._codec = Codec()
        self._topics = Topics(self.stack.plan.topic_prefix)

    def __enter__(self) -> Self:
        self.stack.start_servers()
        self._before_services(self)
        self.stack.start_services()
        self._producer = KafkaLog(self.stack.endpoints.kafka, "bench").producer()
        return self

    def __exit__(self, *_: object) -> None:
        self._producer.close()
        self.stack.stop()
        self._folder.cleanup()

    def submit(self, definitions: Iterable[JobDefinition]) -> int:
        """Produce a CreateJob for each and wait for the broker's acknowledgement; returns how many."""
        count = 0
        for definition in definitions:
            key = ids.job_id("default", definition.name).encode()
            command = CreateJob(command_id=self._ids.uuid(), definition=definition)
            partition = routing.partition_for(key, self.stack.plan.partitions)
            topic = self._topics.commands(routing.lane_of(definition.priority))
            self._producer.produce(topic, partition, key, self._codec.encode(command))
            count += 1
            if count % 1_000 == 0:
                self._producer.poll()
        if self._producer.flush(60.0):
            raise RuntimeError("the broker did not acknowledge every command within 60 s")
        return count

    def starts(self) -> list[Start]:
        return read_starts(self.evidence)

    def wait_for_starts(self, count: int, timeout_s: float) -> list[Start]:
        deadline = time.monotonic() + timeout_s
        while len(starts := self.starts()) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(starts)} of {count} jobs have started after {timeout_s} s")
            time.sleep(POLL_S * 5)
        return starts

    def wait_for_rows(self, count: int, timeout_s: float, status: str = "COMPLETED") -> float:
        """Wait until so many executions stand in Postgres with that status; returns the monotonic time it was seen."""
        deadline = time.monotonic() + timeout_s
        query = "SELECT count(*) FROM tickwheel.executions WHERE status = %s"
        with psycopg.connect(self.stack.endpoints.postgres, autocommit=True) as connection:
            before, before_s = 0, time.monotonic()
            while True:
                row = connection.execute(query, (status,)).fetchone()
                seen = row[0] if row else 0
                if seen >= count:
                    return time.monotonic()
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{seen} of {count} executions are {status} after {timeout_s} s")
                now_s = time.monotonic()
                left_s = (count - seen) * (now_s - before_s) / max(1, seen - before)
                before, before_s = seen, now_s
                time.sleep(min(COUNT_SELDOM_S, max(COUNT_EVERY_S, left_s / 2)))

    def wait_for_line(self, path: Path, words: str, timeout_s: float) -> str:
        """The first line of a log that has these words."""
        deadline = time.monotonic() + timeout_s
        while True:
            for line in path.read_text("utf-8").splitlines():
                if words in line:
                    return line
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path.name} did not say {words} within {timeout_s} s")
            time.sleep(POLL_S)

    def journal(self, kind: type[M]) -> list[tuple[Record, M]]:
        """Every event so far, in the order of each partition."""
        source = KafkaLog(self.stack.endpoints.kafka, "bench")
        partitions = [TopicPartition(self._topics.events, n) for n in range(self.stack.plan.partitions)]
        return [
            (record, self._codec.decode(record.value or b"", kind))
            for stretch in read_to_end(source, partitions)
            for record in stretch.records
        ]

    def cpu_s(self) -> dict[str, float]:
        """CPU seconds used so far by each kind of service."""
        used: dict[str, float] = {}
        for member in self.stack.members:
            kind = member.name.partition("-")[0]
            times = psutil.Process(member.pid).cpu_times()
            used[kind] = used.get(kind, 0.0) + times.user + times.system
        return used

    def rss_mib(self, kind: str) -> int:
        members = self.stack.of_kind(kind)
        return sum(psutil.Process(member.pid).memory_info().rss for member in members) // 2**20
