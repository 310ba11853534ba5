"""Writes a folded batch: rows and offsets in one transaction, or nothing."""

from collections.abc import Iterable, Mapping
from itertools import chain
from uuid import UUID

import psycopg
from psycopg import sql

from tickwheel.projector import measures
from tickwheel.projector.changes import Changes
from tickwheel.projector.faults import OvertakenError, SequenceError
from tickwheel.projector.folded import Folded, out_of_sequence
from tickwheel.projector.merge import plan
from tickwheel.projector.months import AHEAD, Month, make_partitions, month_of, months_from
from tickwheel.projector.staging import Staging
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

# A batch is small beside the tables it is merged into: go through it once and look rows up by their index, whatever the
# planner's statistics say. The staging tables of a large one stay in memory.
SESSION = """
SET temp_buffers = '64MB'; SET seq_page_cost = 1000; SET random_page_cost = 1;
SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET enable_bitmapscan = off;
SET enable_material = off; SET jit = off
"""

DAY_MS = 86_400_000

PLANS_KEPT = 256
"""Batches for which a plan is kept at most."""


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
        self._staging = Staging(connection)
        self._batches = 0

    def write(self, folded: Folded, expected: Mapping[TopicPartition, int]) -> None:
        """`expected`: where this projector thinks the partitions are."""
        try:
            self._write(folded, expected)
        except psycopg.errors.CheckViolation:
            if not self._months:
                raise
            # There is no partition for a row: a month that we saw has been archived since, and is needed again.
            self._months.clear()
            self._write(folded, expected)
        self._plan_anew()

    def _write(self, folded: Folded, expected: Mapping[TopicPartition, int]) -> None:
        made: set[Month] = set()
        with (
            measures.transaction(),
            self._connection.transaction(),
            self._connection.cursor() as cursor,
        ):
            self._advance(cursor, folded, expected)
            made = self._make_months(folded.changes)
            self._staging.fill(cursor, folded.staged)
            self._check(cursor, folded.staged)
            for name in chain.from_iterable(staged.statements for staged in folded.staged):
                cursor.execute(plan.statement(name))
            self._staging.empty(cursor, folded.staged)
        self._months |= made

    def _plan_anew(self) -> None:
        """A plan is kept for the next batch. One that was made for empty tables reads all of what they hold by then, so
        plans are dropped while the tables double, and now and then for ever after."""
        self._batches += 1
        if self._batches & (self._batches - 1) == 0 or self._batches % PLANS_KEPT == 0:
            self._connection.execute("DISCARD PLANS")

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
        """Those that this connection has not seen yet, and the months after them: made before anybody needs them."""
        days = {row.created_ms // DAY_MS for row in changes.executions.values() if row.created_ms is not None}
        seen = {month_of(day * DAY_MS) for day in days} - self._months
        for month in sorted({month for first in seen for month in months_from(first, 1 + AHEAD)}):
            make_partitions(self._connection, month)
        return seen

    def _check(self, cursor: psycopg.Cursor, staged: Iterable[plan.Staged]) -> None:
        faults: dict[TopicPartition, SequenceError] = {}
        for stage in (each.stage for each in staged):
            if stage.check:
                for partition, offset, key, wanted, found in cursor.execute(plan.statement(stage.check)):
                    where = TopicPartition(self._events_topic, partition)
                    if where not in faults or offset < faults[where].offset:
                        faults[where] = out_of_sequence(where, offset, str(UUID(str(key))), wanted, found)
        if faults:
            raise OutOfSequence(list(faults.values()))
