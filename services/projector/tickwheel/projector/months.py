"""Monthly partitions of executions and attempts: their names and bounds, and making those that are needed."""

from datetime import UTC, datetime
from typing import NamedTuple

from psycopg import sql

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Connection

PARENTS = {"executions": "ended_executions", "attempts": "attempts"}
"""Table -> what its months are partitions of."""

TABLES = tuple(PARENTS)
AHEAD = 2
"""Months made before they begin, so that dashboards and archives see the same partitions everywhere."""


class Month(NamedTuple):
    year: int
    month: int

    def next(self) -> "Month":
        return Month(self.year + 1, 1) if self.month == 12 else Month(self.year, self.month + 1)

    def start(self) -> datetime:
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    def partition_of(self, table: str) -> str:
        """Such as executions_2026_11."""
        return f"{table}_{self.year:04d}_{self.month:02d}"


def month_of(ms: int) -> Month:
    at = datetime.fromtimestamp(ms / 1_000, UTC)
    return Month(at.year, at.month)


def months_from(first: Month, count: int) -> list[Month]:
    months = [first]
    while len(months) < count:
        months.append(months[-1].next())
    return months


def make_partitions(connection: Connection, month: Month) -> None:
    """Does nothing where they exist. Two who do it at once: the second waits for the first."""
    for table in TABLES:
        connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"tickwheel.months/{table}"]
        )
        if connection.execute("SELECT to_regclass(%s)", [month.partition_of(table)]).fetchone() == (None,):
            _make_partition(connection, month, table)


def _make_partition(connection: Connection, month: Month, table: str) -> None:
    """A table that is attached, not made as a partition: that would wait for everybody who reads the parent, and have
    everybody wait who comes after."""
    partition, parent = sql.Identifier(month.partition_of(table)), sql.Identifier(PARENTS[table])
    connection.execute(sql.SQL("CREATE TABLE {} (LIKE {})").format(partition, parent))
    connection.execute(
        sql.SQL("ALTER TABLE {} ATTACH PARTITION {} FOR VALUES FROM ({}) TO ({})").format(
            parent,
            partition,
            sql.Literal(month.start().isoformat()),
            sql.Literal(month.next().start().isoformat()),
        )
    )


def make_months_ahead(connection: Connection, schema: str, clock: Clock) -> None:
    """This month and the next ones."""
    with connection.transaction():
        connection.execute("SELECT set_config('search_path', %s, true)", [schema])
        for month in months_from(month_of(clock.now_ms()), 1 + AHEAD):
            make_partitions(connection, month)


def archived_months(connection: Connection) -> list[Month]:
    """Months whose rows are in files only. None where nothing was ever archived."""
    query = "SELECT (extract(epoch FROM month) * 1000)::bigint FROM tickwheel_archive.months WHERE detached_at IS NOT NULL"
    if connection.execute("SELECT to_regclass('tickwheel_archive.months')").fetchone() == (None,):
        return []
    return sorted(month_of(ms) for (ms,) in connection.execute(query).fetchall())
