"""The projector on a real Kafka and a real Postgres."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from tests.histories import History

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
from tickwheel.runtime.settings import KafkaGroup, PostgresGroup, ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

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


@pytest.fixture
def journal(kafka_bootstrap: str, topic_prefix: str, codec: Codec) -> Iterator[Journal]:
    journal = Journal(kafka_bootstrap, topic_prefix, codec)
    yield journal
    journal.close()


@pytest.fixture
def settings(kafka_bootstrap: str, topic_prefix: str, database: str) -> ProjectorSettings:
    return ProjectorSettings(
        kafka=KafkaGroup(bootstrap=kafka_bootstrap, topic_prefix=topic_prefix),
        postgres=PostgresGroup.model_validate({"dsn": database}),
    )


@contextmanager
def running(settings: ProjectorSettings) -> Iterator[Projector]:
    projector = build(settings)
    projector.projected.watch()
    with ServiceThread(projector, retriable=RETRIABLE_FAULTS):
        yield projector


def wait_for_events(projector: Projector, count: int) -> None:
    while count > 0:
        count -= projector.projected.wait(30)


def query(dsn: str, text: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(text.encode()).fetchall()


def test_events_become_rows_and_offsets_move_with_them(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    histories = [History(f"job-{number}").created() for number in range(20)]
    for history in histories:
        history.ran()
        journal.write(history.events)
    with running(settings) as projector:
        wait_for_events(projector, 100)
    assert query(database, "SELECT status, count(*) FROM tickwheel.executions GROUP BY status") == [
        ("COMPLETED", 20)
    ]
    assert query(
        database, "SELECT sum(next_offset) FROM tickwheel.projection_offsets WHERE topic LIKE '%events'"
    ) == [(100,)]
