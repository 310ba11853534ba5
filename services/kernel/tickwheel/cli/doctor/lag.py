"""How far a reader is behind, and for how long: markers of transactions are offsets too, so a number alone proves nothing."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import TopicPartition

LOOK_FOR_S = 3.0


class Lag(NamedTuple):
    records: int
    """Offsets, markers of transactions included."""
    age_s: float
    """Of the oldest record that was not read; 0 if there is none."""


def unread(log: Log, group: str, partitions: Sequence[TopicPartition]) -> Lag:
    """Of a group. One that has never read a partition has all of it before it."""
    with closing(log.consumer(group)) as consumer:
        committed = consumer.committed(partitions)
    with closing(log.consumer(None)) as reader:
        return lag(reader, {where: at or 0 for where, at in committed.items()})


def lag(reader: Consumer, positions: Mapping[TopicPartition, int]) -> Lag:
    behind: dict[TopicPartition, int] = {}
    records = 0
    for where, at in positions.items():
        first, end = reader.watermarks(where)
        if end > max(at, first):
            behind[where] = max(at, first)
            records += end - behind[where]
    return Lag(records, _age_s(reader, behind))


def _age_s(reader: Consumer, behind: Mapping[TopicPartition, int]) -> float:
    """By the first record at each place; where only markers are left, none comes."""
    if not behind:
        return 0.0
    clock = SystemClock()
    reader.assign(behind)
    waiting, oldest_ms = set(behind), clock.now_ms()
    deadline_s = clock.monotonic() + LOOK_FOR_S
    while waiting and clock.monotonic() < deadline_s:
        for record in reader.poll(1_000, 0.2):
            where = TopicPartition(record.topic, record.partition)
            if where in waiting:
                waiting.discard(where)
                oldest_ms = min(oldest_ms, record.timestamp_ms)
        waiting = {where for where in waiting if not _is_at_end(reader, where)}
    return (clock.now_ms() - oldest_ms) / 1_000


def _is_at_end(reader: Consumer, where: TopicPartition) -> bool:
    at, end = reader.position(where), reader.heard_end(where)
    return at is not None and end is not None and at >= end
