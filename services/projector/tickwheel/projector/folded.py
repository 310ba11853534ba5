"""Records of several partitions -> the rows they change and how far each partition has come. Pure but for the codec."""

from collections.abc import Iterable
from typing import NamedTuple

from tickwheel.projector.changes import Changes, NextLifeError, OutOfSequenceError
from tickwheel.projector.faults import SequenceError, StoppedError, UnreadableError
from tickwheel.projector.fold.table import fold
from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.codec.errors import DecodeError
from tickwheel.runtime.log.records import Record, TopicPartition


class End(NamedTuple):
    """Where a batch leaves a partition."""

    next_offset: int
    event_ms: int
    """When its last event was decided."""


class Folded:
    """What came of a batch. A record that cannot be applied stops its partition; those before it count."""

    def __init__(self) -> None:
        self.changes = Changes()
        self.ends: dict[TopicPartition, End] = {}
        self.stops: dict[TopicPartition, StoppedError] = {}
        self.left: list[Record] = []
        """Records that must wait for the next batch."""
        self.events = 0
        self.oldest_ms = 0
        """When the first event of the batch was decided."""


def fold_records(codec: Codec, records: Iterable[Record]) -> Folded:
    folded = Folded()
    waiting: set[TopicPartition] = set()
    for record in records:
        where = TopicPartition(record.topic, record.partition)
        if where in folded.stops:
            continue
        if where in waiting:
            folded.left.append(record)
            continue
        try:
            at_ms = _fold(codec, folded.changes, record)
        except StoppedError as stop:
            folded.stops[where] = stop
            continue
        except NextLifeError:
            waiting.add(where)
            folded.left.append(record)
            continue
        folded.ends[where] = End(record.offset + 1, at_ms)
        folded.events += 1
        folded.oldest_ms = min(folded.oldest_ms or at_ms, at_ms)
    return folded


def _fold(codec: Codec, changes: Changes, record: Record) -> int:
    changes.partition = record.partition
    changes.offset = record.offset
    try:
        event = codec.decode(record.value or b"", Event)
        fold(changes, event)
    except DecodeError as error:
        raise UnreadableError(
            _where(record), record.offset, f"{_at(record)} cannot be read: {error}"
        ) from error
    except OutOfSequenceError as error:
        raise out_of_sequence(
            _where(record), record.offset, error.job_id, error.expected, error.found
        ) from error
    return event.at_ms


def out_of_sequence(
    where: TopicPartition, offset: int, job_id: str, expected: int, found: int
) -> SequenceError:
    what = "events are missing" if found > expected else "an event came again"
    return SequenceError(
        where,
        offset,
        f"{where.topic}[{where.partition}]@{offset} is event {found} of job {job_id} where {expected} was expected: {what}. "
        "Look at the job's history with `tickwheel job history`; if the log is right, run `tickwheel projection rebuild`",
    )


def _where(record: Record) -> TopicPartition:
    return TopicPartition(record.topic, record.partition)


def _at(record: Record) -> str:
    return f"{record.topic}[{record.partition}]@{record.offset}"
