"""A journal on a real Kafka that tests write as a scheduler would, and a projector that reads it."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from tickwheel.projector.fold.reports import report_topics
from tickwheel.projector.main import RETRIABLE_FAULTS, build
from tickwheel.projector.service import Projector
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.routing import partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.lifecycle import ServiceThread
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.log.topic import Topic
from tickwheel.runtime.settings import ProjectorSettings

PARTITIONS = 4


class Journal:
    """Writes events as a scheduler would."""

    def __init__(self, bootstrap: str, prefix: str, codec: Codec) -> None:
        self.log = KafkaLog(bootstrap, "test")
        topics = Topics(prefix)
        self.topic = topics.events
        self.codec = codec
        self.log.admin().create_topics(
            [
                Topic(name=name, partitions=PARTITIONS, replication=1, config={})
                for name in (self.topic, *report_topics(topics))
            ]
        )
        self._producer = self.log.producer()

    def write(self, events: Sequence[Event]) -> None:
        for event in events:
            self.write_raw(event.job_id, self.codec.encode(event))
        assert self._producer.flush(10) == 0

    def write_raw(self, job_id: str, value: bytes) -> None:
        key = job_id.encode()
        self._producer.produce(self.topic, partition_for(key, PARTITIONS), key, value)

    def close(self) -> None:
        self._producer.close()


@contextmanager
def running(settings: ProjectorSettings) -> Iterator[Projector]:
    projector = build(settings)
    projector.projected.watch()
    with ServiceThread(projector, retriable=RETRIABLE_FAULTS) as thread:
        assert thread.health.wait_for("ready", 30)
        yield projector


def wait_for_events(projector: Projector, count: int) -> None:
    while count > 0:
        count -= projector.projected.wait(30)


def query(dsn: str, text: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(text.encode()).fetchall()


def _rows_if_any(dsn: str, text: str) -> list[tuple[Any, ...]]:
    try:
        return query(dsn, text)
    except psycopg.errors.UndefinedTable:
        return []


def wait_for_rows(dsn: str, text: str, expected: int, timeout_s: float = 30.0) -> None:
    """Ask again and again until the first value of the first row is as expected; the tables may not be there yet."""
    deadline = time.monotonic() + timeout_s
    while (found := _rows_if_any(dsn, text)) != [(expected,)]:
        assert time.monotonic() < deadline, f"{text}: found {found}, expected {expected}"
        time.sleep(0.05)
