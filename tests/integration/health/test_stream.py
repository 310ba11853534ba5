"""The faust stream as a process of its own, on a real Kafka: it judges, it can be killed, and it goes on."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from tests.journals import Journal

from tickwheel.embedded import ports
from tickwheel.protocol.handlers import HandlerBacklog, HandlerHealth, HandlerStats
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic

pytestmark = pytest.mark.kafka

AHEAD_MS = 60_000
"""Records are dated a little ahead, so that they count for long enough on a busy machine."""


class Stream:
    """`tickwheel health`, and what it says."""

    def __init__(self, environment: dict[str, str], journal: Journal, topics: Topics) -> None:
        self._port = ports.free_ports(1)[0]
        self._environment = environment | {"TICKWHEEL_METRICS_PORT": str(self._port)}
        self._journal = journal
        self._topics = topics
        self._producer = journal.log.producer()
        self._consumer = journal.log.consumer(None)
        self.process = self.start()
        self._wait_until_ready()

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tickwheel.projector.health"], env=self._environment
        )
        return self.process

    def _wait_until_ready(self) -> None:
        """What is said has a time: a stream that is slow to start would find it too old."""
        deadline = SystemClock().monotonic() + 200
        while SystemClock().monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/health/ready", timeout=5):
                    return
            except OSError:
                threading.Event().wait(0.1)
        raise AssertionError("it was not ready within 200 s")

    def say(self, *messages: HandlerStats | HandlerBacklog) -> None:
        for message in messages:
            value = self._journal.codec.encode(message)
            self._producer.produce(self._topics.handler_stats, 0, message.handler.encode(), value)
        assert self._producer.flush(10) == 0

    def verdict(self, wanted: Callable[[HandlerHealth], bool]) -> HandlerHealth:
        """The first such verdict, from the beginning."""
        self._consumer.assign({TopicPartition(self._topics.handler_health, 0): BEGINNING})
        deadline = SystemClock().monotonic() + 200
        while SystemClock().monotonic() < deadline:
            for record in self._consumer.poll(100, 0.5):
                found: Message = self._journal.codec.decode(record.value or b"", HandlerHealth)
                if isinstance(found, HandlerHealth) and wanted(found):
                    return found
        raise AssertionError("no such verdict within 200 s")

    def metrics(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/metrics", timeout=5) as answer:
            return str(answer.read(), "utf-8")

    def close(self) -> None:
        self._producer.close()
        self._consumer.close()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0


@pytest.fixture
def stream(
    kafka_bootstrap: str, topic_prefix: str, journal: Journal, tmp_path: pathlib.Path
) -> Iterator[Stream]:
    topics = Topics(topic_prefix)
    names = (topics.handler_stats, topics.handler_health, topics.health_changelog)
    journal.log.admin().create_topics(
        [Topic(name=name, partitions=1, replication=1, config={}) for name in names]
    )
    environment = {
        **os.environ,
        "TICKWHEEL_KAFKA_BOOTSTRAP": kafka_bootstrap,
        "TICKWHEEL_KAFKA_TOPIC_PREFIX": topic_prefix,
        "TICKWHEEL_KAFKA_REPLICATION": "1",
        "TICKWHEEL_KAFKA_MIN_INSYNC": "1",
    }
    stream = Stream(environment, journal, topics)
    yield stream
    stream.close()


def calls(worker: str, completed: int = 0, failed: int = 0, not_retryable: int = 0) -> HandlerStats:
    return HandlerStats(
        handler="reports.daily",
        worker_id=worker,
        window_start_ms=SystemClock().now_ms() + AHEAD_MS,
        completed=completed,
        failed=failed,
        timed_out=0,
        duration_sum_ms=10 * (completed + failed),
        duration_max_ms=10,
        duration_buckets=(0, 0, 0, 0, completed + failed),
        not_retryable=not_retryable,
    )


def waiting(count: int) -> HandlerBacklog:
    return HandlerBacklog(
        handler="reports.daily",
        queue="default",
        scheduler="s-1",
        waiting=count,
        at_ms=SystemClock().now_ms() + AHEAD_MS,
    )


def test_failures_seen_by_two_workers_open_the_breaker_for_all_and_a_backlog_asks_for_workers(
    stream: Stream,
) -> None:
    stream.say(calls("w-1", failed=3), waiting(60_000), calls("w-2", failed=3))
    verdict = stream.verdict(lambda each: each.state == "open")
    assert (verdict.handler, verdict.calls, verdict.failures) == ("reports.daily", 6, 6)
    assert verdict.retry_at_ms == verdict.changed_at_ms + 30_000
    assert verdict.backlog == 60_000
    assert verdict.workers_needed == pytest.approx(2.0)
    shown = stream.metrics()
    assert 'tickwheel_handler_workers_needed{handler="reports.daily",queue="default"} 2.0' in shown
    assert 'tickwheel_handler_failure_ratio{handler="reports.daily"} 1.0' in shown
    assert 'tickwheel_service_ready{service="health"} 1.0' in shown


def test_refused_payloads_are_told_as_failures_and_leave_the_breaker_closed(stream: Stream) -> None:
    stream.say(calls("w-1", failed=3, not_retryable=3), calls("w-2", failed=3, not_retryable=3))
    assert stream.verdict(lambda each: each.failures == 6).state == "closed"
    stream.say(calls("w-1", failed=6))
    assert stream.verdict(lambda each: each.state == "open").failures == 12


def test_a_stream_that_is_killed_goes_on_with_what_it_had_heard(stream: Stream) -> None:
    """Two failures before, three after: only together they open the breaker. And nothing counts twice."""
    stream.say(calls("w-1", completed=1, failed=2))
    assert stream.verdict(lambda each: each.calls == 3).state == "closed"
    stream.process.kill()
    stream.process.wait(10)
    stream.say(calls("w-1", failed=1))
    stream.start()
    stream.say(calls("w-2", failed=2))
    verdict = stream.verdict(lambda each: each.state == "open")
    assert (verdict.calls, verdict.failures) == (6, 5)
