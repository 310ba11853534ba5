"""A cluster without a scheduler: the test plays the scheduler's part and reads what workers say."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.ids import job_id
from tickwheel.protocol.message import Message
from tickwheel.protocol.routing import lane_of
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.ports import Consumer
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.settings import KafkaGroup, WorkerSettings
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.runtime.topics import ClusterTopics

M = TypeVar("M", bound=Message)

PARTITIONS = 4
MAILBOXES = 4


class TestCluster:
    __test__ = False

    def __init__(self, bootstrap: str, prefix: str) -> None:
        self.bootstrap = bootstrap
        self.codec = Codec()
        self.topics = Topics(prefix)
        self.clock = SystemClock()
        self.kafka = KafkaGroup(
            bootstrap=bootstrap,
            topic_prefix=prefix,
            partitions=PARTITIONS,
            mailboxes=MAILBOXES,
            replication=1,
            min_insync=1,
        )
        self.log = KafkaLog(bootstrap, "test")
        layout = Layout.of(self.kafka)
        cluster = Cluster(self.log, self.topics, self.codec)
        ClusterTopics(self.log.admin(), self.topics, cluster, layout).apply()
        self._producer = self.log.producer()

    def settings(self, **worker: Any) -> WorkerSettings:
        values = {"instance_id": "w1", "slots": 10} | worker
        return WorkerSettings(kafka=self.kafka, worker=WorkerGroup(**values))

    def dispatch(self, name: str, *, in_ms: int = 0, mailbox: int = 0, **changes: Any) -> AttemptDispatch:
        now_ms = self.clock.now_ms()
        values: dict[str, Any] = {
            "job_id": job_id("test", name),
            "job_name": name,
            "execution_id": f"execution-{name}",
            "attempt": 1,
            "max_attempts": 4,
            "handler": "noop",
            "payload": "{}",
            "due_ms": now_ms + in_ms,
            "not_before_ms": now_ms + in_ms,
            "timeout_ms": 300_000,
            "priority": 50,
            "queue": "default",
            "delivery": "at_least_once",
            "worker_id": "",
            "dispatched_at_ms": now_ms,
        }
        message = AttemptDispatch(**(values | changes))
        topic = self.topics.executions("default", lane_of(message.priority))
        self.send(topic, mailbox, message.job_id, message)
        return message

    def send(self, topic: str, partition: int, key: str, message: Message) -> None:
        self._producer.produce(topic, partition, key.encode(), self.codec.encode(message))
        self._producer.poll()

    def flush(self) -> None:
        assert self._producer.flush(10) == 0

    def read(
        self,
        topic: str,
        kind: type[M],
        enough: Callable[[Sequence[M]], bool],
        *,
        partitions: int = PARTITIONS,
        timeout_s: float = 20.0,
    ) -> list[M]:
        """All committed messages of this type, as soon as there are enough of them."""
        found: list[M] = []
        consumer = self.log.consumer(None)
        deadline = self.clock.monotonic() + timeout_s
        try:
            self._assign(consumer, topic, partitions, deadline)
            while not enough(found):
                assert self.clock.monotonic() < deadline, f"{topic}: not enough after {timeout_s} s: {found}"
                messages = [self.codec.decode(r.value or b"") for r in consumer.poll(1_000, 0.2)]
                found.extend(m for m in messages if isinstance(m, kind))
        finally:
            consumer.close()
        return found

    def _assign(self, consumer: Consumer, topic: str, partitions: int, deadline: float) -> None:
        """A topic that was made a moment ago may have no leader yet."""
        while True:
            try:
                consumer.assign({TopicPartition(topic, p): BEGINNING for p in range(partitions)})
            except RetriableError:
                assert self.clock.monotonic() < deadline, f"{topic} has no leader"
            else:
                return
