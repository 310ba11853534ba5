"""Writes what was read, whatever of it can be written: a record that cannot stops its own partition and nothing else."""

from collections.abc import Callable, Sequence

import psycopg

from tickwheel.projector.faults import RefusedRowError, StoppedError
from tickwheel.projector.folded import End, Folded, Folder
from tickwheel.projector.writer import OutOfSequence, Writer
from tickwheel.runtime.log.records import Record, TopicPartition

REFUSED = (psycopg.DataError, psycopg.IntegrityError)
"""Postgres does not take a row, and would not take it the next time either."""


class Backlog:
    """`positions` are the next offsets of the partitions we have; `stops` those that wait for a remedy."""

    def __init__(self, folder: Folder, written: Callable[[Folded], None]) -> None:
        self._folder = folder
        self._written = written
        self.positions: dict[TopicPartition, int] = {}
        self.stops: dict[TopicPartition, StoppedError] = {}

    def project(self, writer: Writer, records: Sequence[Record]) -> None:
        left = [record for record in records if self._is_wanted(record)]
        while left:
            folded = self._folder.fold(left)
            try:
                self._write(writer, folded)
            except OutOfSequence as found:
                for fault in found.faults:
                    self._stop(fault)
                left = [record for record in left if self._is_wanted(record)]
                continue
            except REFUSED as error:
                self._isolate(writer, left, error)
                return
            for stop in folded.stops.values():
                self._stop(stop)
            left = [record for record in folded.left if self._is_wanted(record)]

    def _write(self, writer: Writer, folded: Folded) -> None:
        if not folded.ends:
            return
        writer.write(folded, self.positions)
        for where, end in folded.ends.items():
            self.positions[where] = end.next_offset
        self._written(folded)

    def _isolate(self, writer: Writer, records: Sequence[Record], error: Exception) -> None:
        """Halve the batch until the record that Postgres refuses stands alone."""
        if len(records) == 1:
            self._give_up(writer, records[0], error)
            return
        partitions = {_where(record) for record in records}
        if len(partitions) > 1:
            for where in sorted(partitions):
                self.project(writer, [record for record in records if _where(record) == where])
            return
        middle = len(records) // 2
        self.project(writer, records[:middle])
        self.project(writer, records[middle:])

    def _give_up(self, writer: Writer, record: Record, error: Exception) -> None:
        where = _where(record)
        if self._folder.is_journal(where):
            self._stop(_refused(record, error))
            return
        passed = Folded()
        passed.ends[where] = End(record.offset + 1, record.timestamp_ms)
        passed.passed_over = 1
        self._write(writer, passed)

    def _stop(self, stop: StoppedError) -> None:
        self.stops[stop.where] = stop

    def _is_wanted(self, record: Record) -> bool:
        """Not of a partition that was taken away or started over, nor behind a stop."""
        where = _where(record)
        stop = self.stops.get(where)
        if stop is not None and record.offset >= stop.offset:
            return False
        position = self.positions.get(where)
        return position is not None and record.offset >= position


def _where(record: Record) -> TopicPartition:
    return TopicPartition(record.topic, record.partition)


def _refused(record: Record, error: Exception) -> RefusedRowError:
    place = f"{record.topic}[{record.partition}]@{record.offset}"
    return RefusedRowError(
        _where(record),
        record.offset,
        f"Postgres refuses what {place} says ({error}): mend the table, or upgrade the projector",
    )
