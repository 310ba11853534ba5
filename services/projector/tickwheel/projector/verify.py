"""Compares the live tables with a fold of the journal, and names each difference.

A snapshot of the live tables is held open while the journal is replayed into a schema beside them, up to the offsets of
that snapshot. Then both are compared: first by a checksum over each of 256 groups of rows, then row by row where those differ.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from psycopg import sql

from tickwheel.projector import SCHEMA, shadow, standstill
from tickwheel.projector.archive import horizons
from tickwheel.projector.folded import Folder
from tickwheel.projector.months import TABLES, Month, archived_months
from tickwheel.projector.replay import Progress, Replay
from tickwheel.projector.writer import Writer
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.postgres.connect import Connection

KEYS = {
    "jobs": ("job_id",),
    "job_versions": ("job_id", "log_offset"),
    "job_dependencies": ("job_id", "upstream_job_id"),
    "job_placeholders": ("job_id",),
    "executions": ("execution_id", "created_at"),
    "attempts": ("execution_id", "attempt", "created_at"),
    "commands": ("command_id", "job_id"),
    "skipped_occurrences": ("job_id", "log_offset"),
    "dead_letters": ("execution_id",),
    "backfills": ("backfill_id", "job_id"),
    "calendars": ("calendar_id",),
}
"""Every table that is made from the journal, by what names a row."""

AT_ONCE = 16
"""Groups of rows that are compared row by row together."""

CHECKSUMS = """
SELECT bucket, md5(string_agg(row, E'\\n' ORDER BY row)) FROM (
    SELECT hashtext({key}::text) & 255 AS bucket, t::text AS row FROM {table} t WHERE {kept}
) r GROUP BY bucket
"""
ROWS = """
SELECT {key}::text, to_jsonb(t) FROM {table} t WHERE {kept} AND hashtext({key}::text) & 255 = ANY (%s)
"""


class Difference(NamedTuple):
    table: str
    key: str
    column: str
    """Empty if the whole row is on one side only."""
    live: str
    journal: str


class Verification:
    """`connection` replays, `snapshot` holds the live tables still."""

    def __init__(
        self, log: Log, folder: Folder, connection: Connection, snapshot: Connection, topic: str, clock: Clock
    ) -> None:
        self._connection = connection
        self._snapshot = snapshot
        self._topic = topic
        self._archived: list[Month] = []
        self._horizons: dict[str, sql.Composed] = {}
        shadow.make(connection, shadow.VERIFY)
        writer = Writer(connection, shadow.VERIFY, "verify", topic)
        self._replay = Replay(log, folder, connection, writer, clock)

    def run(self, progress: Progress) -> list[Difference]:
        try:
            standstill.hold(self._snapshot)
            with self._snapshot.transaction():
                self._snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                self._snapshot.execute("SET LOCAL statement_timeout TO 0")
                self._archived = archived_months(self._snapshot)
                self._horizons = horizons.kept(self._snapshot)
                self._replay.to(shadow.live_offsets(self._snapshot, self._topic), progress)
                return [difference for table in KEYS for difference in self._compare(table)]
        finally:
            shadow.drop(self._connection, shadow.VERIFY)

    def _compare(self, table: str) -> Iterator[Difference]:
        # Whole tables are read here; what the writer told the planner was for small batches.
        self._connection.execute("SET enable_seqscan TO on")
        live = dict(self._query(self._snapshot, CHECKSUMS, SCHEMA, table))
        journal = dict(self._query(self._connection, CHECKSUMS, shadow.VERIFY, table))
        buckets = sorted(
            bucket for bucket in live.keys() | journal.keys() if live.get(bucket) != journal.get(bucket)
        )
        # Not all at once: where much differs, that is the whole table twice.
        for first in range(0, len(buckets), AT_ONCE):
            yield from self._compare_rows(table, buckets[first : first + AT_ONCE])

    def _compare_rows(self, table: str, buckets: list[Any]) -> Iterator[Difference]:
        ours = dict(self._query(self._snapshot, ROWS, SCHEMA, table, buckets))
        theirs = dict(self._query(self._connection, ROWS, shadow.VERIFY, table, buckets))
        for key in sorted(ours.keys() | theirs.keys()):
            yield from _differences(table, key, ours.get(key), theirs.get(key))

    def _query(
        self, connection: Connection, query: str, schema: str, table: str, buckets: list[Any] | None = None
    ) -> list[tuple[Any, Any]]:
        key = sql.SQL("({})").format(sql.SQL(", ").join(sql.Identifier("t", name) for name in KEYS[table]))
        statement = sql.SQL(query).format(
            key=key, table=sql.Identifier(schema, table), kept=self._kept(table)
        )
        return connection.execute(statement, None if buckets is None else [buckets]).fetchall()

    def _kept(self, table: str) -> sql.Composable:
        """Months that are in the archive, and rows that were cleaned up, are in the journal, but no longer in the tables."""
        if table not in TABLES or not self._archived:
            return self._horizons.get(table, sql.SQL("true"))
        months = sql.SQL(", ").join(sql.Literal(month.start()) for month in self._archived)
        return sql.SQL("date_trunc('month', t.created_at, 'UTC') NOT IN ({})").format(months)


def _differences(table: str, key: str, live: object, journal: object) -> Iterator[Difference]:
    if not isinstance(live, dict) or not isinstance(journal, dict):
        yield Difference(table, key, "", _side(live), _side(journal))
        return
    for column in live:
        if live[column] != journal.get(column):
            yield Difference(table, key, column, str(live[column]), str(journal.get(column)))


def _side(row: object) -> str:
    return "missing" if row is None else "there"
