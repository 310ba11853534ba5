"""Which stretch of each partition is meant by `--from` and `--to`: an offset or a time.

A time cuts a partition at its first event from that time on, wherever a clock may have jumped back later: what lies
before the cut is a whole beginning of the log, so it can be folded. Kafka's own index of times only tells where to
begin looking: it knows the ends of transactions too, and the time of these is the broker's.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record, TopicPartition

Offsets = dict[TopicPartition, int]


class Cut(msgspec.Struct, frozen=True):
    kind: Literal["offset", "time"]
    at: int
    """The first offset after the cut, or the first instant after it in epoch milliseconds."""


class Span(msgspec.Struct, frozen=True):
    """From one cut to another; without cuts, all there is."""

    start: Cut | None = None
    end: Cut | None = None


class Window:
    """A span on a real log: the offsets to read, and which of the records read lie inside."""

    def __init__(self, source: Log, span: Span, partitions: Sequence[TopicPartition]) -> None:
        looker = source.consumer(None)
        try:
            marks = {partition: looker.watermarks(partition) for partition in partitions}
            self.starts = _starts(looker, span.start, marks)
            self.ends = _ends(span.end, marks)
        finally:
            looker.close()
        self._from_ms = span.start.at if span.start is not None and span.start.kind == "time" else None
        self._to_ms = span.end.at if span.end is not None and span.end.kind == "time" else None
        self._before = _numbers(partitions)
        self._within = _numbers(partitions)

    @property
    def is_over(self) -> bool:
        """No record will be admitted any more."""
        return not self._within

    def admits(self, record: Record) -> bool:
        """Asked of every record in the order of its partition."""
        if self._from_ms is None or record.timestamp_ms >= self._from_ms:
            self._before.discard(record.partition)
        if self._to_ms is not None and record.timestamp_ms >= self._to_ms:
            self._within.discard(record.partition)
        return record.partition in self._within and record.partition not in self._before


def _numbers(partitions: Sequence[TopicPartition]) -> set[int]:
    return {partition.partition for partition in partitions}


def _starts(looker: Consumer, cut: Cut | None, marks: dict[TopicPartition, tuple[int, int]]) -> Offsets:
    if cut is None:
        return {partition: low for partition, (low, _) in marks.items()}
    wanted = dict.fromkeys(marks, cut.at)
    if cut.kind == "time":
        wanted = looker.offsets_for_time(list(marks), cut.at)
    # END, or past the end: nothing lies after the cut yet.
    return {
        partition: high if wanted[partition] < 0 else min(max(wanted[partition], low), high)
        for partition, (low, high) in marks.items()
    }


def _ends(cut: Cut | None, marks: dict[TopicPartition, tuple[int, int]]) -> Offsets:
    if cut is None or cut.kind == "time":
        return {partition: high for partition, (_, high) in marks.items()}
    return {partition: min(cut.at, high) for partition, (_, high) in marks.items()}
