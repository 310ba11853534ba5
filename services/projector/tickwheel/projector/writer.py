"""Writes a folded batch: rows and offsets in one transaction, or nothing."""

from collections.abc import Iterable, Mapping
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql

from tickwheel.projector.changes import Changes
from tickwheel.projector.faults import OvertakenError, SequenceError
from tickwheel.projector.folded import Folded, out_of_sequence
from tickwheel.projector.merge import plan
from tickwheel.projector.months import Month, make_partitions, month_of
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

# A batch is small beside the tables it is merged into: look rows up by their index, whatever the planner's statistics say.
SESSION = "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off"


class OutOfSequence(Exception):  # noqa: N818 - carries faults, one for each partition
    """Some jobs' first events in the batch do not follow what is in the tables."""

    def __init__(self, faults: list[SequenceError]) -> None:
        super().__init__(*faults)
        self.faults = faults


class Writer:
    """Owns one connection and its staging tables."""

    def __init__(self, connection: Connection, schema: str, projector: str, events_topic: str) -> None:
        self._connection = connection
        self._projector = projector
        self._events_topic = events_topic
        self._months: set[Month] = set()
        connection.execute(SESSION)
        connection.execute(sql.SQL("SET search_path TO {}, pg_temp").format(sql.Identifier(schema)))
        connection.execute(plan.statement("staging"))

    def write(self, folded: Folded, expected: Mapping[TopicPartition, int]) -> None:
        """`expected`: where this projector thinks the partitions are."""
        made: set[Month] = set()
        with self._connection.transaction(), self._connection.cursor() as cursor:
            self._advance(cursor, folded, expected)
            made = self._make_months(folded.changes)
            staged = [stage for stage in plan.STAGES if self._stage(cursor, folded.changes, stage)]
            self._check(cursor, staged)
            for stage in staged:
                for name in stage.statements:
                    cursor.execute(plan.statement(name))
        self._months |= made

    def _advance(
        self, cursor: psycopg.Cursor, folded: Folded, expected: Mapping[TopicPartition, int]
    ) -> None:
        """First of all, because the rows it locks keep other projectors of these partitions waiting."""
        ends = sorted(folded.ends.items())
        cursor.execute(
            plan.statement("advance"),
            {
                "projector": self._projector,
                "topics": [where.topic for where, _ in ends],
                "partitions": [where.partition for where, _ in ends],
                "expected": [expected[where] for where, _ in ends],
                "next": [end.next_offset for _, end in ends],
                "event_ms": [end.event_ms for _, end in ends],
            },
        )
        if cursor.rowcount != len(ends):
            raise OvertakenError(
                "another projector has moved these partitions: starting over from where they are"
            )

    def _make_months(self, changes: Changes) -> set[Month]:
        created = {row.created_ms for row in changes.executions.values() if row.created_ms is not None}
        if not created:
            return set()
        needed = {month_of(ms) for ms in (min(created), max(created))}
        if not needed <= self._months:
            needed = {month_of(ms) for ms in created} - self._months
            for month in sorted(needed):
                make_partitions(self._connection, month)
        return needed

    def _stage(self, cursor: psycopg.Cursor, changes: Changes, stage: plan.Stage) -> bool:
        rows = plan.rows_of(changes, stage)
        if not rows:
            return False
        with cursor.copy(f"COPY staged_{stage.table} FROM STDIN WITH (NULL 'None')") as copy:
            copy.write(lines(stage.row, rows))
        return True

    def _check(self, cursor: psycopg.Cursor, staged: Iterable[plan.Stage]) -> None:
        faults: dict[TopicPartition, SequenceError] = {}
        for stage in staged:
            if stage.check:
                for partition, offset, key, wanted, found in cursor.execute(plan.statement(stage.check)):
                    where = TopicPartition(self._events_topic, partition)
                    if where not in faults or offset < faults[where].offset:
                        faults[where] = out_of_sequence(where, offset, str(UUID(str(key))), wanted, found)
        if faults:
            raise OutOfSequence(list(faults.values()))


def lines(row: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> str:
    """All rows as COPY text."""
    template = plan.line_format(row)
    astuple = msgspec.structs.astuple
    return "".join([template % astuple(each) for each in rows])
