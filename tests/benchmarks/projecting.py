"""A journal on a real Kafka, a real Postgres with its default durability, and a projector between them, each a process."""

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import psutil
import psycopg
from tests.benchmarks.runs import Keyed

from tickwheel.embedded import EmbeddedKafka, EmbeddedPostgres
from tickwheel.projector.fold.reports import report_topics
from tickwheel.protocol.routing import partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.topic import Topic

PARTITIONS = 16
POLL_S = 0.01
PROJECTED = "SELECT partition, next_offset FROM tickwheel.projection_offsets WHERE topic = %s"
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'tickwheel projector'"

Offsets = dict[int, int]
"""Partition -> next offset."""


class Projecting:
    """`with Projecting() as bench:` gives the servers; `start_projector` the rest."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="tickwheel-bench-")
        self._kafka = EmbeddedKafka(Path(self._folder.name) / "kafka")
        self._postgres = EmbeddedPostgres(Path(self._folder.name) / "postgres")
        self._projector: subprocess.Popen[bytes] | None = None
        self._topics = Topics()
        self.written: Offsets = dict.fromkeys(range(PARTITIONS), 0)

    def __enter__(self) -> Self:
        self._kafka.start()
        self._postgres.start()
        log = KafkaLog(self._kafka.bootstrap, "bench")
        names = (self._topics.events, *report_topics(self._topics))
        log.admin().create_topics([Topic(name, PARTITIONS, 1, {}) for name in names])
        self._producer = log.producer()
        self._connection = psycopg.connect(self._postgres.dsn, autocommit=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._projector is not None:
            self._projector.terminate()
            self._projector.wait(30)
        self._connection.close()
        self._producer.close()
        self._kafka.stop()
        self._postgres.stop()
        self._folder.cleanup()

    def write(self, records: Iterable[Keyed]) -> None:
        """To the journal; returns when the broker has them."""
        for key, value in records:
            partition = partition_for(key, PARTITIONS)
            self._producer.produce(self._topics.events, partition, key, value)
            self.written[partition] += 1
            if self.written[partition] % 500 == 0:
                self._producer.poll()
        if self._producer.flush(60.0):
            raise RuntimeError("the broker did not acknowledge every event within 60 s")

    def start_projector(self) -> None:
        environment = {
            **os.environ,
            "TICKWHEEL_KAFKA_BOOTSTRAP": self._kafka.bootstrap,
            "TICKWHEEL_KAFKA_TOPIC_PREFIX": self._topics.prefix,
            "TICKWHEEL_POSTGRES_DSN": self._postgres.dsn,
            "TICKWHEEL_METRICS_PORT": "0",
            "TICKWHEEL_LOGS_LEVEL": "warning",
        }
        self._projector = subprocess.Popen([sys.executable, "-m", "tickwheel.projector"], env=environment)

    def projected(self) -> Offsets:
        try:
            return dict(self._connection.execute(PROJECTED, [self._topics.events]).fetchall())
        except psycopg.errors.UndefinedTable:
            return {}

    def wait_for(self, events: int, timeout_s: float = 300.0) -> int:
        """Until so many events are in Postgres; returns how many are."""
        deadline = time.monotonic() + timeout_s
        while (found := sum(self.projected().values())) < events:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{found} of {events} events are projected after {timeout_s} s")
            time.sleep(POLL_S)
        return found

    def cpu_s(self) -> dict[str, float]:
        """CPU seconds used so far by the projector and by its connection's process in Postgres."""
        backends = [pid for (pid,) in self._connection.execute(BACKENDS)]
        own = [] if self._projector is None else [self._projector.pid]
        return {"projector": sum(map(_cpu_s, own)), "postgres": sum(map(_cpu_s, backends))}


def _cpu_s(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system
