"""Makes the `state` topic anew from the journal, when it was lost or damaged. Never touches the journal.

It takes part in the schedulers' group like one of them. So it knows that it is alone when every partition is its own, and
each of its transactions is fenced like theirs: a scheduler that starts in the middle ends it, and nothing is torn.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing

import msgspec

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.batch import BatchError, BatchWriter
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.scheduler import state_records
from tickwheel.scheduler.journal.entry import entry_of
from tickwheel.scheduler.journal.folded import Folded
from tickwheel.scheduler.journal.stored import Stored

BATCH = 2_000
POLL_S = 0.1
POLLS = 150
"""15 s: longer than a scheduler that died without a goodbye stays a member."""

Change = tuple[bytes, bytes | None]


class RebuildError(Fault):
    """The state was not rebuilt, or only in part; it may be tried again."""


class Rebuilt(msgspec.Struct, frozen=True):
    """What was done to one partition."""

    partition: int
    written: int
    removed: int


class Membership:
    """Which partitions are ours, as the group tells it."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self.numbers |= {partition.partition for partition in partitions}

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self.numbers -= {partition.partition for partition in partitions}

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.on_revoked(partitions)


def rebuild(source: Log, topics: Topics, codec: Codec, partitions: int) -> Iterator[Rebuilt]:
    """One partition after the other. Doing it again does no harm."""
    with closing(source.consumer(f"{topics.prefix}scheduler")) as consumer:
        _be_alone(consumer, topics, partitions)
        with closing(BatchWriter(source, f"{topics.prefix}rebuild-state", consumer)) as writer:
            writer.open()
            for number in range(partitions):
                changes = _changes(source, topics, codec, number)
                try:
                    _write(writer, topics, number, changes, _offsets(consumer, topics, number))
                except BatchError as fault:
                    raise RebuildError(
                        f"partition {number} was taken away in the middle ({fault}): stop every scheduler and run it again"
                    ) from fault
                removed = sum(value is None for _, value in changes)
                yield Rebuilt(number, len(changes) - removed, removed)


def _be_alone(consumer: Consumer, topics: Topics, partitions: int) -> None:
    membership = Membership()
    consumer.subscribe(topics.scheduler_inputs(), membership)
    for _ in range(POLLS):
        consumer.poll(1, POLL_S)  # what it reads is read again by a scheduler: nothing of it is committed
        if len(membership.numbers) == partitions:
            return
    raise RebuildError("a scheduler is running: stop every scheduler and run it again")


def _changes(source: Log, topics: Topics, codec: Codec, number: int) -> list[Change]:
    """The records that turn what is stored into what the journal says."""
    folded, stored = Folded(), Stored()
    for record in _records(source, TopicPartition(topics.events, number)):
        gap = folded.apply(entry_of(record, codec).event)
        if gap:
            raise RebuildError(
                f"the journal itself is damaged ({gap}): see `tickwheel log verify`; nothing was changed"
            )
    for record in _records(source, TopicPartition(topics.state, number)):
        stored.take(record)
    changes: list[Change] = []
    for subject in sorted(folded.subjects() | stored.subjects()):
        wanted = {key: state_records.encode(state) for key, state in folded.of(subject).items()}
        found = stored.encoded(subject)
        changes += [(key, value) for key, value in wanted.items() if found.get(key) != value]
        changes += [(key, None) for key in found if key not in wanted]
    return changes


def _records(source: Log, partition: TopicPartition) -> Iterator[Record]:
    """All of them, once a transaction that a dead scheduler left open has timed out."""
    for stretch in read_to_end(source, [partition]):
        yield from stretch.records


def _offsets(consumer: Consumer, topics: Topics, number: int) -> dict[TopicPartition, int]:
    """Where the schedulers stand: repeated, because a transaction without offsets could not be fenced."""
    inputs = [TopicPartition(topic, number) for topic in topics.scheduler_inputs()]
    return {
        place: consumer.watermarks(place)[0] if offset is None else offset
        for place, offset in consumer.committed(inputs).items()
    }


def _write(
    writer: BatchWriter,
    topics: Topics,
    number: int,
    changes: Sequence[Change],
    offsets: dict[TopicPartition, int],
) -> None:
    for start in range(0, len(changes), BATCH):
        writer.begin()
        for key, value in changes[start : start + BATCH]:
            writer.produce(topics.state, number, key, value)
        writer.commit(offsets)
