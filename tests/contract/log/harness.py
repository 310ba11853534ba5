"""What a conformance test needs of a log, real or in memory: clients, names of its own, and a way to wait."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from tickwheel.runtime.clock import Clock, ManualClock, SystemClock
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.ports import Consumer, Isolation, Log, TransactionalProducer
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.log.topic import Topic

DEADLINE_S = 30.0


class Client(Protocol):
    def close(self) -> None: ...


T = TypeVar("T")
C = TypeVar("C", bound=Client)


class Backend(Protocol):
    @property
    def clock(self) -> Clock: ...

    def log(self, client_id: str) -> Log: ...

    def idle(self) -> None:
        """Let a moment pass between two looks."""


class MemoryBackend:
    def __init__(self, **timeouts: int) -> None:
        self.clock = ManualClock()
        self._broker = MemoryBroker(
            self.clock, on_idle=lambda timeout_s: self.clock.advance(timeout_s * 1_000), **timeouts
        )

    def log(self, client_id: str) -> Log:
        return MemoryLog(self._broker, client_id)

    def idle(self) -> None:
        self.clock.advance(10)


class KafkaBackend:
    def __init__(self, bootstrap: str, **settings: Any) -> None:
        self.clock = SystemClock()
        self._bootstrap = bootstrap
        self._settings = settings

    def log(self, client_id: str) -> Log:
        return KafkaLog(self._bootstrap, client_id, self._settings)

    def idle(self) -> None:
        threading.Event().wait(0.01)


class Harness:
    """Speaks the language of the tests. Closes what they made."""

    def __init__(self, backend: Backend, prefix: str) -> None:
        self._backend = backend
        self._prefix = prefix
        self._closers: list[Callable[[], None]] = []
        self._topics: list[str] = []
        self.clock = backend.clock
        self.log = backend.log("test")

    def name(self, suffix: str) -> str:
        return self._prefix + suffix

    def topic(self, suffix: str = "records", partitions: int = 1, **config: str) -> str:
        name = self.name(suffix)
        self.log.admin().create_topics([Topic(name, partitions, 1, config)])
        self._topics.append(name)
        return name

    def closing(self, client: C) -> C:
        self._closers.append(client.close)
        return client

    def reader(
        self, *partitions: TopicPartition, start: int, isolation: Isolation = "read_committed"
    ) -> Consumer:
        consumer = self.closing(self.log.consumer(None, isolation=isolation))
        consumer.assign(dict.fromkeys(partitions, start))
        return consumer

    def write(self, topic: str, *values: bytes, partition: int = 0, key: bytes = b"k") -> None:
        producer = self.closing(self.log.producer())
        for value in values:
            producer.produce(topic, partition, key, value)
        assert producer.flush(10) == 0

    def transactional(self, transactional_id: str = "writer") -> TransactionalProducer:
        producer = self.closing(self.log.transactional_producer(self.name(transactional_id)))
        producer.init()
        return producer

    def await_end(self, partition: TopicPartition, end: int, isolation: Isolation = "read_committed") -> None:
        """Wait until the partition reaches to that offset: a client sends, and a broker writes markers, in its own time."""
        looker = self.closing(self.log.consumer(None, isolation=isolation))
        self.until(lambda: looker.watermarks(partition)[1] >= end, f"{partition} reaches to {end}")

    def member(self, group: str, *topics: str) -> tuple[Consumer, "Ownership"]:
        consumer, ownership = self.closing(self.log.consumer(self.name(group))), Ownership()
        consumer.subscribe(topics, ownership)
        return consumer, ownership

    def read(self, consumer: Consumer, count: int) -> list[Record]:
        """Poll until that many records came; more at once would show as a longer list."""
        records: list[Record] = []

        def enough() -> bool:
            records.extend(consumer.poll(100, 0.05))
            return len(records) >= count

        self.until(enough, f"{count} records are read")
        return records

    def until(self, condition: Callable[[], T], what: str) -> T:
        deadline = self.clock.monotonic() + DEADLINE_S
        while not (result := condition()):
            assert self.clock.monotonic() < deadline, f"waited {DEADLINE_S:.0f} s in vain until {what}"
            self._backend.idle()
        return result

    def nothing_comes(self, consumer: Consumer, polls: int = 5) -> bool:
        return all(consumer.poll(100, 0.05) == [] for _ in range(polls))

    def close(self) -> None:
        for close in reversed(self._closers):
            close()
        self.log.admin().delete_topics(self._topics)


class Ownership:
    """A rebalance listener that remembers what it was told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[str, list[TopicPartition]]] = []
        self.owned: set[TopicPartition] = set()
        self.when_assigned: Callable[[Sequence[TopicPartition]], None] = lambda _: None
        self.when_revoked: Callable[[Sequence[TopicPartition]], None] = lambda _: None

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self.told.append(("assigned", list(partitions)))
        self.owned = set(partitions)
        self.when_assigned(partitions)

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self.told.append(("revoked", list(partitions)))
        self.owned = set()
        self.when_revoked(partitions)

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.told.append(("lost", list(partitions)))
        self.owned = set()

    def words(self) -> list[str]:
        return [word for word, _ in self.told]
