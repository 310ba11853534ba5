"""Reads a bounded stretch of the journal: for history, and for a stream that was cut off. Blocks; not for the event loop."""

from collections.abc import Iterator, Mapping

from tickwheel.command_api.errors import StretchUnreadableError
from tickwheel.command_api.tail import Heard
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import BEGINNING, END, TopicPartition

MAX_RECORDS = 2_000
WAIT_S = 0.2
PATIENCE_S = 10.0

Places = Mapping[TopicPartition, int]


def stretch(source: Log, codec: Codec, clock: Clock, start: Places, end: Places) -> Iterator[Heard]:
    """Everything from `start` up to but without `end`, in the order of each partition."""
    unread = {partition for partition, offset in start.items() if offset < end[partition]}
    if not unread:
        return
    consumer = source.consumer(None)
    try:
        consumer.assign({partition: start[partition] for partition in unread})
        deadline = clock.monotonic() + PATIENCE_S
        while unread:
            records = consumer.poll(MAX_RECORDS, WAIT_S)
            for record in records:
                if record.offset < end[TopicPartition(record.topic, record.partition)]:
                    yield Heard(record, codec)
            unread = {one for one in unread if not _passed(consumer, one, end[one])}
            if not records and clock.monotonic() > deadline:
                raise StretchUnreadableError
    finally:
        consumer.close()


def since(source: Log, partition: TopicPartition, at_ms: int) -> int:
    """The first offset of a partition at or after that time."""
    consumer = source.consumer(None)
    try:
        found = consumer.offsets_for_time([partition], at_ms)[partition]
        if found == END:
            return consumer.watermarks(partition)[1]
        return consumer.watermarks(partition)[0] if found == BEGINNING else found
    finally:
        consumer.close()


def _passed(consumer: Consumer, partition: TopicPartition, end: int) -> bool:
    position = consumer.position(partition)
    return position is not None and position >= end
