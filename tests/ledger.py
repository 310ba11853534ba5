"""A cluster's journal and state records, written as a scheduler writes them, on any log."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tickwheel.protocol import routing
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.ports import Log, TransactionalProducer
from tickwheel.runtime.log.topic import Topic
from tickwheel.scheduler import state_records
from tickwheel.scheduler.journal.folded import Folded
from tickwheel.scheduler.journal.journal import Journal
from tickwheel.scheduler.journal.verification import verify

PARTITIONS = 3


class Ledger:
    def __init__(self, log: Log, prefix: str = "test.") -> None:
        self.log = log
        self.topics = Topics(prefix)
        self.codec = Codec()
        names = (self.topics.events, self.topics.state)
        log.admin().create_topics([Topic(name, PARTITIONS, 1, {}) for name in names])
        self.journal = Journal(log, self.topics, self.codec, PARTITIONS)
        self._folded = Folded()
        self._known: dict[str, set[bytes]] = {}

    def write(self, *histories: Iterable[Event]) -> None:
        """Events and the state after them, a transaction for each event."""
        with self._producer() as producer:
            every = [event for events in histories for event in events]
            for event in sorted(every, key=lambda each: each.at_ms):
                self._folded.apply(event)
                self._commit(producer, event, self._changes(event.job_id))

    def write_events(self, *events: Event, partition: int | None = None) -> None:
        """Without the state that belongs to them."""
        with self._producer() as producer:
            for event in events:
                self._commit(producer, event, {}, partition)

    def write_state(self, key: bytes, value: bytes | None) -> None:
        """Whatever the events say."""
        subject, _ = state_records.ids_of(key)
        producer = self.log.producer()
        producer.produce(self.topics.state, routing.partition_for(subject.encode(), PARTITIONS), key, value)
        assert producer.flush(30) == 0
        producer.close()

    def faults(self) -> list[str]:
        found = verify(self.log, self.topics, self.codec, PARTITIONS)
        return [fault for partition in found for fault in partition.faults]

    def _changes(self, subject: str) -> dict[bytes, bytes | None]:
        after = {key: state_records.encode(state) for key, state in self._folded.of(subject).items()}
        gone = dict.fromkeys(self._known.get(subject, set()) - after.keys())
        self._known[subject] = set(after)
        return {**after, **gone}

    @contextmanager
    def _producer(self) -> Iterator[TransactionalProducer]:
        producer = self.log.transactional_producer(f"{self.topics.prefix}ledger")
        producer.init()
        yield producer
        producer.close()

    def _commit(
        self,
        producer: TransactionalProducer,
        event: Event,
        changes: dict[bytes, bytes | None],
        partition: int | None = None,
    ) -> None:
        key = event.job_id.encode()
        place = routing.partition_for(key, PARTITIONS) if partition is None else partition
        producer.begin()
        producer.produce(self.topics.events, place, key, self.codec.encode(event), timestamp_ms=event.at_ms)
        for state_key, state in changes.items():
            producer.produce(self.topics.state, place, state_key, state)
        producer.commit()
