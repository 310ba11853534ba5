"""Real workers on a log in memory, with a manual clock and a runner that only notes: nothing happens by itself."""

from typing import Any, TypeVar

from tests.unit.worker.scene import NOOP, NOW_MS, NotingRunner, dispatch

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.ids import job_id
from tickwheel.protocol.message import Message
from tickwheel.protocol.routing import lane_of
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import CountingIds
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.settings import KafkaGroup, WorkerSettings
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.worker.floor.ending import COMPLETED, Ending
from tickwheel.worker.runners.port import OnFinished, Runner
from tickwheel.worker.service import Worker

M = TypeVar("M", bound=Message)

PARTITIONS = 2
CODEC = Codec()


class SimulatedWorker:
    def __init__(self, cluster: "SimulatedCluster", name: str, **settings: Any) -> None:
        self.name = name
        self._runner = NotingRunner(cluster.clock)
        self._finish: OnFinished = lambda ended: None
        self.worker = Worker(
            settings=WorkerSettings(
                kafka=cluster.kafka, worker=WorkerGroup(**({"instance_id": name, "slots": 10} | settings))
            ),
            log=MemoryLog(cluster.broker, name),
            handlers=[NOOP],
            codec=CODEC,
            clock=cluster.clock,
            ids=CountingIds(name),
            make_runner=self._make_runner,
            threaded=False,
        )
        self.worker.start()

    @property
    def worker_id(self) -> str:
        return self.worker.parts.identity.worker_id

    @property
    def started(self) -> list[str]:
        return self._runner.started

    @property
    def stopped(self) -> list[str]:
        return self._runner.stopped

    @property
    def transactional_id(self) -> str:
        return f"tickwheel.worker.default.{self.name}"

    def finish(self, execution: str, how: Ending = COMPLETED) -> None:
        self._finish([(self._runner.running.pop(execution), how)])

    def _make_runner(self, on_finished: OnFinished) -> Runner:
        self._finish = on_finished
        return self._runner


class SimulatedCluster:
    def __init__(self) -> None:
        self.clock = ManualClock(NOW_MS)
        self.broker = MemoryBroker(self.clock)
        self.kafka = KafkaGroup(partitions=PARTITIONS, mailboxes=2, replication=1, min_insync=1)
        self.topics = Topics(self.kafka.topic_prefix)
        self.log = MemoryLog(self.broker, "test")
        cluster = Cluster(self.log, self.topics, CODEC, clock=self.clock)
        ClusterTopics(self.log.admin(), self.topics, cluster, Layout.of(self.kafka)).apply()
        self._producer = self.log.producer()
        self.workers: list[SimulatedWorker] = []

    def worker(self, name: str, **settings: Any) -> SimulatedWorker:
        """A started worker that owns its share of the mailboxes."""
        worker = SimulatedWorker(self, name, **settings)
        self.workers.append(worker)
        self.run(200)
        return worker

    def run(self, ms: int = 100) -> None:
        """Let time pass for everybody."""
        for _ in range(0, ms, 50):
            for each in self.workers:
                each.worker.run_once()
            self.clock.advance(50)

    def dispatch(
        self, execution: str, *, mailbox: int = 0, in_ms: int = 0, **changes: Any
    ) -> AttemptDispatch:
        now_ms = self.clock.now_ms()
        times = {"due_ms": now_ms + in_ms, "not_before_ms": now_ms + in_ms, "dispatched_at_ms": now_ms}
        message = dispatch(execution, job_id=job_id("test", execution), **(times | changes))
        self.send(self.topics.executions("default", lane_of(message.priority)), mailbox, message)
        return message

    def send(self, topic: str, partition: int, message: Message) -> None:
        self._producer.produce(topic, partition, b"key", CODEC.encode(message))

    def read(self, topic: str, kind: type[M], partitions: int = PARTITIONS) -> list[M]:
        """Everything committed so far."""
        reader = self.log.consumer(None)
        reader.assign({TopicPartition(topic, number): BEGINNING for number in range(partitions)})
        messages = [CODEC.decode(record.value or b"") for record in reader.poll(10_000, 0)]
        return [message for message in messages if isinstance(message, kind)]
