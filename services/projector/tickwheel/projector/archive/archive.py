"""Takes months that are over out of the live tables: write, verify, and only then detach. Any step may be interrupted.

closed month ──> files written and verified ──> month noted ──> checksum still the same? ──> detached and dropped
"""

from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import PACKAGE
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive.checksum import checksum_of
from tickwheel.projector.archive.export import Export
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import TABLES, Month
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres import migrate
from tickwheel.runtime.postgres.connect import Connection

DAY_MS = 86_400_000
LIVE = "SELECT count(*) FROM {} WHERE status IN ('PENDING', 'QUEUED', 'RUNNING', 'PENDING_RETRY')"
PARTITIONS = "SELECT relid::regclass::text FROM pg_partition_tree(%s::regclass) WHERE isleaf"
NOTE = """
INSERT INTO {} (month, executions, attempts, executions_checksum, attempts_checksum) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (month) DO UPDATE SET
    (executions, attempts, executions_checksum, attempts_checksum, archived_at, detached_at)
    = (excluded.executions, excluded.attempts, excluded.executions_checksum, excluded.attempts_checksum, now(), NULL)
"""


class Archive:
    """`connection` works, `snapshot` reads a month as it is at one instant."""

    def __init__(self, connection: Connection, snapshot: Connection, store: Store, clock: Clock) -> None:
        self._connection = connection
        self._snapshot = snapshot
        self._store = store
        self._clock = clock
        migrate(connection, PACKAGE, INDEX)

    def run(self, keep_days: int) -> list[Month]:
        """Archive every month that ended more than `keep_days` ago and in which nothing is under way."""
        before_ms = self._clock.now_ms() - keep_days * DAY_MS
        closed = [month for month in self.months() if _end_ms(month) <= before_ms]
        done = [month for month in closed if not self._is_live(month)]
        for month in done:
            self._write(month)
            self._detach(month)
        return done

    def months(self) -> list[Month]:
        """Months that have partitions in the live tables."""
        rows = self._connection.execute(PARTITIONS, [f"{SCHEMA}.executions"]).fetchall()
        names = (str(name).rpartition("executions_")[2] for (name,) in rows)
        return sorted(Month(*(int(part) for part in name.split("_"))) for name in names)

    def _is_live(self, month: Month) -> bool:
        table = sql.Identifier(SCHEMA, month.partition_of("executions"))
        row = self._connection.execute(sql.SQL(LIVE).format(table)).fetchone()
        return row is not None and row[0] > 0

    def _write(self, month: Month) -> None:
        with self._snapshot.transaction():
            self._snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self._snapshot.execute("SET LOCAL statement_timeout TO 0")
            sums = [checksum_of(self._snapshot, SCHEMA, month.partition_of(table)) for table in TABLES]
            counts = Export(self._snapshot, self._connection, self._store, month).run()
        if [counts[table] for table in TABLES] != [each.rows for each in sums]:
            raise ArchiveError(
                f"The files of {month.start():%Y-%m} hold {counts}, the tables {[each.rows for each in sums]}: a former "
                f"run was interrupted while rows changed; delete that month's rows from {INDEX}.files and run it again"
            )
        note = [month.start().date(), *(each.rows for each in sums), *(each.value for each in sums)]
        self._connection.execute(sql.SQL(NOTE).format(sql.Identifier(INDEX, "months")), note)

    def _detach(self, month: Month) -> None:
        with self._connection.transaction():
            self._connection.execute("SET LOCAL statement_timeout TO 0")
            for table in TABLES:
                self._drop(month, table)
            self._connection.execute(
                sql.SQL("UPDATE {} SET detached_at = now() WHERE month = %s").format(
                    sql.Identifier(INDEX, "months")
                ),
                [month.start().date()],
            )

    def _drop(self, month: Month, table: str) -> None:
        """Only if the rows are those that were written: the lock keeps them so."""
        partition = sql.Identifier(SCHEMA, month.partition_of(table))
        self._connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(partition))
        now = checksum_of(self._connection, SCHEMA, month.partition_of(table))
        query = sql.SQL("SELECT {}::text FROM {} WHERE month = %s").format(
            sql.Identifier(f"{table}_checksum"), sql.Identifier(INDEX, "months")
        )
        noted = self._connection.execute(query, [month.start().date()]).fetchone()
        if noted != (now.value,):
            raise ArchiveError(
                f"{table} of {month.start():%Y-%m} changed while it was archived: nothing was dropped; run it again"
            )
        parent = sql.Identifier(SCHEMA, table)
        self._connection.execute(sql.SQL("ALTER TABLE {} DETACH PARTITION {}").format(parent, partition))
        self._connection.execute(sql.SQL("DROP TABLE {}").format(partition))


def _end_ms(month: Month) -> int:
    return int(month.next().start().timestamp() * 1_000)
