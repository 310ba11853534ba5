"""Reads partitions from the beginning to their end, for a restore. Holds no state and decides nothing about it.

The end is the high watermark at the start of reading, asked under read_uncommitted: under read_committed the broker
answers the last stable offset, which an open transaction of a dead owner keeps in the past. Worked example:

    offset   0    1    2    3    4    5
             a    b    c*   d    e*   -      * written by the dead owner's open transaction

The high watermark is 5, the last stable offset 2. Reading gives a and b, then stands still at 2 with `held_back`
naming the partition. The caller fences the dead owner (`init` of its transactional id), the transaction is aborted,
and the reading goes on with d and ends at 5.
"""

from collections.abc import Iterator, Sequence

import msgspec

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition

POLL_TIMEOUT_S = 0.05


class Stretch(msgspec.Struct, frozen=True):
    """What one step of reading gave. Without records the reading is waiting: a moment to look after other things."""

    records: list[Record]
    held_back: frozenset[TopicPartition] = frozenset()
    """Partitions that cannot be read on before an open transaction ends: fence its owner."""


def read_to_end(
    log: Log, partitions: Sequence[TopicPartition], *, max_records: int = 5_000
) -> Iterator[Stretch]:
    """Committed records of all partitions; ends when each has been read to where its end was at the start."""
    unread = _ends(log, partitions)
    reader = log.consumer(None, isolation="read_committed")
    try:
        reader.assign(dict.fromkeys(unread, BEGINNING))
        while unread:
            records = reader.poll(max_records, POLL_TIMEOUT_S)
            unread = {p: end for p, end in unread.items() if not _reached(reader, p, end)}
            if records:
                yield Stretch(records)
            elif unread:
                yield Stretch([], _held_back(reader, unread))
    finally:
        reader.close()


def _ends(log: Log, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
    """The high watermark of each partition that has one above its first offset."""
    looker = log.consumer(None, isolation="read_uncommitted")
    try:
        marks = {partition: looker.watermarks(partition) for partition in partitions}
    finally:
        looker.close()
    return {partition: high for partition, (low, high) in marks.items() if high > low}


def _reached(reader: Consumer, partition: TopicPartition, end: int) -> bool:
    position = reader.position(partition)
    return position is not None and position >= end


def _held_back(reader: Consumer, unread: dict[TopicPartition, int]) -> frozenset[TopicPartition]:
    """Those that were read to the last stable offset, which is not yet the end."""
    return frozenset(p for p, end in unread.items() if _stands_before(reader, p, end))


def _stands_before(reader: Consumer, partition: TopicPartition, end: int) -> bool:
    try:
        stable = reader.watermarks(partition)[1]
    except errors.RetriableError:
        # A broker that cannot answer just now must not undo a long restore: the next look will tell.
        return False
    return stable < end and _reached(reader, partition, stable)
