"""Reads partitions of a topic as far as it is told, the oldest record first. Decodes nothing.

A partition's own order is kept. Between partitions the record with the earlier time comes first, so a replay reads like
one story; for that a little of each partition is held, never more than HELD_AT_MOST records of one.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import Record, TopicPartition

POLL_AT_MOST = 5_000
POLL_TIMEOUT_S = 0.1
HELD_AT_MOST = 10_000

Offsets = Mapping[TopicPartition, int]


class Reader:
    """Sees committed records only. One thread owns it."""

    def __init__(self, source: Log, starts: Offsets) -> None:
        """`starts` may say BEGINNING or END."""
        self._consumer = source.consumer(None)
        self._consumer.assign(starts)
        self._held: dict[TopicPartition, deque[Record]] = {partition: deque() for partition in starts}
        self._paused: set[TopicPartition] = set()

    def ends(self) -> dict[TopicPartition, int]:
        """Where each partition ends now, as far as its transactions have ended: never in the midst of one."""
        return {partition: self._consumer.watermarks(partition)[1] for partition in self._held}

    def read_to(self, ends: Offsets) -> Iterator[Record]:
        """Every record before these offsets that was not read yet."""
        unread = {partition for partition in self._held if not self._has_reached(partition, ends)}
        while True:
            while any(not self._held[partition] for partition in unread):
                self._fetch()
                unread = {partition for partition in unread if not self._has_reached(partition, ends)}
            waiting = [
                queue[0]
                for partition, queue in self._held.items()
                if queue and queue[0].offset < ends[partition]
            ]
            if not waiting:
                return
            first = min(waiting, key=_place_in_time) if len(waiting) > 1 else waiting[0]
            yield self._held[TopicPartition(first.topic, first.partition)].popleft()

    def follow(self) -> Sequence[Record]:
        """What has come since, after waiting a moment for it."""
        self._fetch()
        records = sorted((record for queue in self._held.values() for record in queue), key=_place_in_time)
        for queue in self._held.values():
            queue.clear()
        return records

    def close(self) -> None:
        self._consumer.close()

    def _fetch(self) -> None:
        drained = [partition for partition in self._paused if not self._held[partition]]
        if drained:
            self._consumer.resume(drained)
            self._paused.difference_update(drained)
        for record in self._consumer.poll(POLL_AT_MOST, POLL_TIMEOUT_S):
            self._held[TopicPartition(record.topic, record.partition)].append(record)
        full = [
            partition
            for partition, queue in self._held.items()
            if len(queue) > HELD_AT_MOST and partition not in self._paused
        ]
        if full:
            self._consumer.pause(full)
            self._paused.update(full)

    def _has_reached(self, partition: TopicPartition, ends: Offsets) -> bool:
        position = self._consumer.position(partition)
        return position is not None and position >= ends[partition]


def _place_in_time(record: Record) -> tuple[int, int, int]:
    return record.timestamp_ms, record.partition, record.offset
