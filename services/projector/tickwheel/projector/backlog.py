"""Writes what was read, whatever of it can be written: a record that cannot stops its own partition and nothing else."""

from collections.abc import Callable, Sequence

import psycopg

from tickwheel.projector.faults import RefusedRowError, StoppedError
from tickwheel.projector.flight import Flight
from tickwheel.projector.folded import End, Folded, Folder
from tickwheel.projector.writer import OutOfSequence, Writer
from tickwheel.runtime.log.records import Record, TopicPartition

REFUSED = (psycopg.DataError, psycopg.IntegrityError, psycopg.errors.ProgramLimitExceeded)
"""Postgres does not take a row, and would not take it the next time either. The last one is by its class an operational
error, such as a lost connection: taken for that, it would be tried for ever."""


class Backlog:
    """`positions` are the next offsets of the partitions we have; `stops` those that wait for a remedy.

    A batch that is not the last of what is there is written by a Flight while the next one is folded. Until it has landed,
    `positions` are where it will leave the partitions; if it does not arrive, they go back.
    """

    def __init__(self, folder: Folder, written: Callable[[Folded], None]) -> None:
        self._folder = folder
        self._written = written
        """Told after each commit, by the thread that wrote."""
        self._flight: Flight | None = None
        self.positions: dict[TopicPartition, int] = {}
        self.stops: dict[TopicPartition, StoppedError] = {}

    @property
    def is_under_way(self) -> bool:
        """True if the last batch may not be written yet."""
        return self._flight is not None

    def project(self, writer: Writer, records: Sequence[Record], *, more_to_come: bool = False) -> None:
        """If there is more to come, this returns before the records are written; `settle` waits for them."""
        wanted = self._wanted(records)
        folded = self._folder.fold(wanted)
        if not self.settle():
            wanted = self._wanted(wanted)
            folded = self._folder.fold(wanted)
        if more_to_come and folded.is_whole:
            self._take_off(writer, wanted, folded)
        else:
            self._project(writer, wanted, folded)

    def settle(self) -> bool:
        """Wait until everything is written. False if some of it was not: then a partition has stopped."""
        flight, self._flight = self._flight, None
        if flight is None:
            return True
        try:
            flight.land()
        except (OutOfSequence, *REFUSED):
            self.positions = flight.before
            self._project(flight.writer, flight.records, self._folder.fold(flight.records))
            return False
        except BaseException:
            self.positions = flight.before
            raise
        return True

    def _take_off(self, writer: Writer, records: Sequence[Record], folded: Folded) -> None:
        before = self.positions
        self.positions = before | {where: end.next_offset for where, end in folded.ends.items()}

        def write() -> None:
            writer.write(folded, before)
            self._written(folded)

        self._flight = Flight(write, writer, records, before)

    def _project(self, writer: Writer, left: Sequence[Record], folded: Folded) -> None:
        while left:
            try:
                self._write(writer, folded)
            except OutOfSequence as found:
                for fault in found.faults:
                    self._stop(fault)
                left = self._wanted(left)
            except REFUSED as error:
                self._isolate(writer, left, error)
                return
            else:
                for stop in folded.stops.values():
                    self._stop(stop)
                left = self._wanted(folded.left)
            folded = self._folder.fold(left)

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
                self._project_again(writer, [record for record in records if _where(record) == where])
            return
        middle = len(records) // 2
        self._project_again(writer, records[:middle])
        self._project_again(writer, records[middle:])

    def _project_again(self, writer: Writer, records: Sequence[Record]) -> None:
        wanted = self._wanted(records)
        self._project(writer, wanted, self._folder.fold(wanted))

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

    def _wanted(self, records: Sequence[Record]) -> list[Record]:
        return [record for record in records if self._is_wanted(record)]

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
