"""The faust stream as a process of its own, on a real Kafka."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.journals import Journal

from tickwheel.protocol.handlers import HandlerHealth, HandlerStats
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.kafka.log import KafkaLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic

pytestmark = pytest.mark.kafka


@pytest.fixture
def stream(kafka_bootstrap: str, topic_prefix: str, journal: Journal) -> Iterator[subprocess.Popen[bytes]]:
    topics = Topics(topic_prefix)
    journal.log.admin().create_topics(
        [Topic(name=topics.handler_stats, partitions=1, replication=1, config={})]
    )
    environment = {
        **os.environ,
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka_bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": topic_prefix,
        "TICKWHEEL_KAFKA_REPLICATION": "1",
        "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
    }
    process = subprocess.Popen([sys.executable, "-m", "tickwheel.projector.health"], env=environment)
    yield process
    process.send_signal(signal.SIGTERM)
    process.wait(30)


def failing(worker: str) -> HandlerStats:
    return HandlerStats(
        handler="reports.daily",
        worker_id=worker,
        window_start_ms=SystemClock().now_ms(),
        completed=0,
        failed=3,
        timed_out=0,
        duration_sum_ms=30,
        duration_max_ms=10,
        duration_buckets=(0, 0, 0, 0, 3),
    )


def first_open(log: KafkaLog, topic: str, journal: Journal) -> HandlerHealth:
    consumer = log.consumer(None)
    try:
        consumer.assign({TopicPartition(topic, 0): BEGINNING})
        deadline = SystemClock().monotonic() + 60
        while SystemClock().monotonic() < deadline:
            for record in consumer.poll(10, 0.5):
                verdict = journal.codec.decode(record.value or b"", HandlerHealth)
                if verdict.state == "open":
                    return verdict
    finally:
        consumer.close()
    raise AssertionError("no verdict within 60 s")


@pytest.mark.usefixtures("stream")
def test_failures_seen_by_two_workers_open_the_breaker_for_all(journal: Journal, topic_prefix: str) -> None:
    topics = Topics(topic_prefix)
    producer = journal.log.producer()
    for worker in ("w-1", "w-2"):
        producer.produce(topics.handler_stats, 0, b"reports.daily", journal.codec.encode(failing(worker)))
    producer.close()
    verdict = first_open(journal.log, topics.handler_health, journal)
    assert (verdict.handler, verdict.calls, verdict.failures) == ("reports.daily", 6, 6)
    assert verdict.retry_at_ms == verdict.changed_at_ms + 30_000
