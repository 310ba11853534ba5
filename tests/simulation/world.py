"""A cluster in one process, driven by dice: who gets a turn, how much time passes, what breaks and when it heals.

Everything follows from the seed: a failure is repeated by running its seed again.
"""

import random
from typing import TypeVar

from tests.simulation.nodes import scheduler_node, worker_node
from tests.simulation.runner import Start

from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.command import Command, JobCommand
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import CountingIds
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.runtime.topics import ClusterTopics

M = TypeVar("M", bound=Message)

START_MS = 1_790_000_000_000
NAMESPACE = "default"


class World:
    """Seeded. `codec` is shared between worlds, because making one takes longer than running a small world."""

    def __init__(
        self, seed: int, codec: Codec, *, schedulers: int = 2, workers: int = 2, lead_ms: int = 10_000
    ) -> None:
        self.dice = random.Random(seed)
        self.clock = ManualClock(START_MS)
        self.codec = codec
        self.kafka = KafkaGroup(
            topic_prefix="sim.", partitions=3, mailboxes=3, replication=1, min_insync=1, namespace=NAMESPACE
        )
        self.topics = Topics(self.kafka.topic_prefix)
        self.broker = MemoryBroker(self.clock)
        self.evidence: list[Start] = []
        self.commands: list[Command] = []
        self._make_topics()
        self.schedulers = [
            scheduler_node(f"s{n}", self.broker, self.clock, codec, self.kafka, lead_ms)
            for n in range(schedulers)
        ]
        self.workers = [
            worker_node(f"w{n}", self.broker, self.clock, codec, self.kafka, self.dice, self.evidence)
            for n in range(workers)
        ]
        self.nodes = [*self.schedulers, *self.workers]
        self._decoded: dict[tuple[str, int, int], Message] = {}
        self._producer = MemoryLog(self.broker, "client").producer()
        for node in self.nodes:
            node.launch()

    def send(self, command: Command) -> None:
        """Produce a command as any client would; it counts as acknowledged."""
        job = command.job if isinstance(command, JobCommand) else ""
        name = command.definition.name if isinstance(command, CreateJob) else job
        self._produce(command, ids.resolve_job(NAMESPACE, name))

    def send_calendar(self, command: DefineCalendar) -> None:
        self._produce(command, ids.calendar_id(NAMESPACE, command.definition.name))

    def _produce(self, command: Command, subject_id: str) -> None:
        self.commands.append(command)
        key = subject_id.encode()
        partition = routing.partition_for(key, self.kafka.partitions)
        self._producer.produce(self.topics.commands("normal"), partition, key, self.codec.encode(command))

    def turn(self, longest_ms: int = 200) -> None:
        """Everybody gets a turn, in any order; then a little time passes."""
        for node in self.dice.sample(self.nodes, len(self.nodes)):
            node.turn()
        self.clock.advance(self.dice.randrange(1, longest_ms))

    def run_for(self, ms: int, longest_ms: int = 200) -> None:
        until_ms = self.clock.now_ms() + ms
        while self.clock.now_ms() < until_ms:
            self.turn(longest_ms)

    def heal(self) -> None:
        """Whatever was killed or paused is there again."""
        for node in self.nodes:
            if node.paused:
                node.resume()
            elif not node.is_alive:
                node.launch()

    def read(self, topic: str) -> list[Record]:
        """Every committed record of a topic that is partitioned by job, in the order of each partition."""
        reader = MemoryLog(self.broker, "checker").consumer(None)
        reader.assign({TopicPartition(topic, number): BEGINNING for number in range(self.kafka.partitions)})
        records: list[Record] = []
        while found := reader.poll(10_000, 0.0):
            records += found
        reader.close()
        return sorted(records, key=lambda record: (record.partition, record.offset))

    def decoded(self, record: Record, kind: type[M]) -> M:
        """What a record says; remembered, because the checks read the journal again and again."""
        where = record.topic, record.partition, record.offset
        message = self._decoded.get(where)
        if message is None:
            message = self._decoded[where] = self.codec.decode(record.value or b"", kind)
        assert isinstance(message, kind)
        return message

    def _make_topics(self) -> None:
        log = MemoryLog(self.broker, "setup")
        cluster = Cluster(log, self.topics, self.codec, clock=self.clock, ids=CountingIds("setup"))
        ClusterTopics(log.admin(), self.topics, cluster, Layout.of(self.kafka)).apply()
