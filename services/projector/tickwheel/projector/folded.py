"""Records of several partitions -> the rows they change and how far each partition has come. Pure but for the codec."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tickwheel.projector.changes import Changes, NextLifeError, OutOfSequenceError
from tickwheel.projector.faults import SequenceError, StoppedError, UnreadableError
from tickwheel.projector.fold.reports import REPORTS, fold_report
from tickwheel.projector.fold.table import fold_event
from tickwheel.projector.merge import plan
from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.codec.errors import DecodeError
from tickwheel.runtime.log.records import Record, TopicPartition

KINDS = tuple(REPORTS)


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
        self.staged: list[plan.Staged] = []
        """The changes, ready to be sent."""
        self.left: list[Record] = []
        """Records that must wait for the next batch."""
        self.passed_over = 0
        """Reports that could not be read."""
        self.events = 0
        self.oldest_ms = 0
        """When the first event of the batch was decided."""

    @property
    def is_whole(self) -> bool:
        """True if every record was folded."""
        return bool(self.ends) and not self.stops and not self.left


class Folder:
    """Folds records of the journal, which stop at a fault, and reports, which are passed over."""

    def __init__(self, codec: Codec, journal: str) -> None:
        self._decode = codec.decode
        self._journal = journal

    def fold(self, records: Iterable[Record]) -> Folded:
        """Partition by partition: their order among each other does not matter, no job is in two of them."""
        folded = Folded()
        partitions: dict[tuple[str, int], list[Record]] = {}
        for record in records:
            partitions.setdefault((record.topic, record.partition), []).append(record)
        for (topic, partition), own in partitions.items():
            folded.changes.partition = partition
            step = self._fold_journal if topic == self._journal else self._fold_reports
            step(folded, TopicPartition(topic, partition), own)
        folded.staged = plan.staged(folded.changes)
        return folded

    def is_journal(self, where: TopicPartition) -> bool:
        return where.topic == self._journal

    def _fold_journal(self, folded: Folded, where: TopicPartition, records: Sequence[Record]) -> None:
        changes = folded.changes
        first_ms = last_ms = done = 0
        try:
            for record in records:
                changes.offset = record.offset
                event = self._decode(record.value or b"", Event)
                fold_event(changes, event)
                last_ms = event.at_ms
                first_ms = first_ms or last_ms
                done += 1
        except NextLifeError:
            folded.left += records[done:]
        except (DecodeError, OutOfSequenceError) as error:
            folded.stops[where] = _stop(where, records[done].offset, error)
        if done:
            folded.ends[where] = End(records[done - 1].offset + 1, last_ms)
            folded.events += done
            folded.oldest_ms = min(folded.oldest_ms or first_ms, first_ms)

    def _fold_reports(self, folded: Folded, where: TopicPartition, records: Sequence[Record]) -> None:
        for record in records:
            folded.changes.offset = record.offset
            if record.value is None:
                continue
            try:
                fold_report(folded.changes, self._decode(record.value, KINDS))
            except DecodeError:
                folded.passed_over += 1
        folded.ends[where] = End(records[-1].offset + 1, records[-1].timestamp_ms)


def _stop(where: TopicPartition, offset: int, error: DecodeError | OutOfSequenceError) -> StoppedError:
    if isinstance(error, OutOfSequenceError):
        return out_of_sequence(where, offset, error.job_id, error.expected, error.found)
    return UnreadableError(
        where, offset, f"{where.topic}[{where.partition}]@{offset} cannot be read: {error}"
    )


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
