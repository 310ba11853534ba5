"""A broker leaves in good order: the members of every group go on committing, those of the groups that it coordinated too."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.chaos.cluster.patience import insist

from tickwheel.embedded import EmbeddedKafka
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.batch import BatchError, BatchWriter
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.log.topic import Topic

pytestmark = [pytest.mark.kafka]

OWNERS = 9
PAUSE_S = 0.1
GAP_S = 20.0
"""A session of 6 s, a call that is given up after 5 s, and 9 s in which the next producer takes over."""
WATCHED_S = 25.0
"""librdkafka forgets the broker, and by that hangs, up to 5 s after it has left."""
CLOCK = SystemClock()


class Owner:
    """The only member of a group of its own: writes a batch ten times a second, and knows when the last one got in."""

    def __init__(self, kafka: EmbeddedKafka, number: int) -> None:
        self._log = KafkaLog(kafka.bootstrap, f"owner-{number}")
        self._input = TopicPartition("input", number)
        self._name = f"owners-{number}"
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._owned = False
        self.began = threading.Event()
        self.last_s = 0.0
        self.longest_s = 0.0

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._ending.set()
        self._thread.join(GAP_S)

    def silent_s(self) -> float:
        """The longest time without a batch, the one up to now included."""
        return max(self.longest_s, CLOCK.monotonic() - self.last_s)

    def _run(self) -> None:
        consumer = self._log.consumer(self._name)
        consumer.subscribe(["input"], self)
        writer = BatchWriter(self._log, self._name, consumer)
        while not self._ending.wait(PAUSE_S):
            try:
                consumer.poll(100, 0.0)
                if self._owned:
                    self._write(writer)
                    self._note()
            except (BatchError, RetriableError):
                continue
        writer.close()
        consumer.close()

    def _write(self, writer: BatchWriter) -> None:
        if not writer.is_open:
            writer.open()
        writer.begin()
        writer.produce("output", self._input.partition, b"k", b"v")
        writer.commit({self._input: 0})

    def _note(self) -> None:
        now_s = CLOCK.monotonic()
        if self.began.is_set():
            self.longest_s = max(self.longest_s, now_s - self.last_s)
        self.last_s = now_s
        self.began.set()

    def on_assigned(self, partitions: object) -> None:
        self._owned = True

    def on_revoked(self, partitions: object) -> None:
        self._owned = False

    def on_lost(self, partitions: object) -> None:
        self._owned = False


@pytest.fixture
def kafka(tmp_path: Path) -> Iterator[EmbeddedKafka]:
    with EmbeddedKafka(tmp_path, broker_count=3, heap_mib=192) as kafka:
        wanted = [Topic(name, OWNERS, 3, {"min.insync.replicas": "2"}) for name in ("input", "output")]
        insist(lambda: KafkaLog(kafka.bootstrap, "admin").admin().create_topics(wanted))
        yield kafka


@pytest.fixture
def owners(kafka: EmbeddedKafka) -> Iterator[list[Owner]]:
    owners = [Owner(kafka, number) for number in range(OWNERS)]
    for owner in owners:
        owner.start()
    yield owners
    for owner in owners:
        owner.end()


def test_nobody_hangs_when_a_broker_leaves_in_good_order(kafka: EmbeddedKafka, owners: list[Owner]) -> None:
    for owner in owners:
        assert owner.began.wait(60)
    kafka.brokers[2].stop()
    threading.Event().wait(WATCHED_S)
    assert max(owner.silent_s() for owner in owners) < GAP_S
