"""Takes months that are over out of the live tables: write, verify, and only then detach. Any step may be interrupted.

closed month ──> files written and verified ──> month noted ──> checksum still the same? ──> detached and dropped
"""

from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive import files
from tickwheel.projector.archive.checksum import Checksum, checksum_of
from tickwheel.projector.archive.export import Export
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import PARENTS, TABLES, Month, month_of
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Connection

DAY_MS = 86_400_000
MONTHS = sql.Identifier(INDEX, "months")
LIVE = "SELECT EXISTS (SELECT FROM {} WHERE created_at >= %s AND created_at < %s)"
PARTITIONS = "SELECT relid::regclass::text FROM pg_partition_tree(%s::regclass) WHERE isleaf"
NOTE = """
INSERT INTO {months} (month, executions, attempts, executions_checksum, attempts_checksum) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (month) DO UPDATE SET
    (executions, attempts, executions_checksum, attempts_checksum, archived_at, detached_at, expired_at)
    = (excluded.executions, excluded.attempts, excluded.executions_checksum, excluded.attempts_checksum, now(), NULL, NULL)
"""
OUTLIVED = """
SELECT (extract(epoch FROM month) * 1000)::bigint FROM {months} WHERE detached_at IS NOT NULL AND expired_at IS NULL
"""


class Archive:
    """`connection` works, `snapshot` reads a month as it is at one instant."""

    def __init__(
        self, connection: Connection, snapshot: Connection, store: Store, clock: Clock, row_group: int
    ) -> None:
        self._connection = connection
        self._snapshot = snapshot
        self._store = store
        self._clock = clock
        self._row_group = row_group

    def due(self, hot_days: int) -> list[Month]:
        """The months that ended more than `hot_days` ago and in which nothing is under way."""
        closed = [month for month in self.months() if self._is_over(month, hot_days)]
        return [month for month in closed if not self._is_live(month)]

    def take_out(self, month: Month) -> None:
        self._write(month)
        self._detach(month)

    def outlived(self, keep_days: int) -> list[Month]:
        """The archived months that ended more than `keep_days` ago."""
        rows = self._connection.execute(sql.SQL(OUTLIVED).format(months=MONTHS)).fetchall()
        return sorted(month for (ms,) in rows if self._is_over(month := month_of(ms), keep_days))

    def delete(self, month: Month) -> None:
        """Files first: what is noted as gone is gone, and an interrupted deletion is done again."""
        for file in files.find(self._connection, month):
            self._store.delete(file.path)
        with self._connection.transaction():
            files.forget(self._connection, month)
            self._stamp(month, "expired_at")

    def months(self) -> list[Month]:
        """Months that have partitions in the live tables."""
        rows = self._connection.execute(PARTITIONS, [f"{SCHEMA}.{PARENTS['executions']}"]).fetchall()
        names = (str(name).rpartition("executions_")[2] for (name,) in rows)
        return sorted(Month(*(int(part) for part in name.split("_"))) for name in names)

    def _is_over(self, month: Month, days: int) -> bool:
        end_ms = int(month.next().start().timestamp() * 1_000)
        return end_ms <= self._clock.now_ms() - days * DAY_MS

    def _is_live(self, month: Month) -> bool:
        query = sql.SQL(LIVE).format(sql.Identifier(SCHEMA, "live_executions"))
        return self._connection.execute(query, [month.start(), month.next().start()]).fetchone() == (True,)

    def _write(self, month: Month) -> None:
        with self._snapshot.transaction():
            self._snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self._snapshot.execute("SET LOCAL statement_timeout TO 0")
            sums = Export(self._snapshot, self._connection, self._store, month, self._row_group).run()
        note = [month.start().date(), *(sums[table].rows for table in TABLES)]
        note += [sums[table].value for table in TABLES]
        self._connection.execute(sql.SQL(NOTE).format(months=MONTHS), note)

    def _detach(self, month: Month) -> None:
        """First what takes long, then what keeps everybody else from the tables: that is over in a moment."""
        with self._connection.transaction():
            self._connection.execute("SET LOCAL statement_timeout TO 0")
            for table in TABLES:
                self._hold_still(month, table)
            for table in TABLES:
                self._drop(month, table)
            self._stamp(month, "detached_at")

    def _hold_still(self, month: Month, table: str) -> None:
        """The rows are those that were written, and the lock keeps them so."""
        partition = sql.Identifier(SCHEMA, month.partition_of(table))
        self._connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(partition))
        now = checksum_of(self._connection, SCHEMA, month.partition_of(table))
        if now != noted(self._connection, month, table):
            raise ArchiveError(
                f"{table} of {month.start():%Y-%m} changed while it was archived: nothing was dropped; run it again"
            )

    def _drop(self, month: Month, table: str) -> None:
        names = (PARENTS[table], month.partition_of(table))
        parent, partition = (sql.Identifier(SCHEMA, name) for name in names)
        self._connection.execute(sql.SQL("ALTER TABLE {} DETACH PARTITION {}").format(parent, partition))
        self._connection.execute(sql.SQL("DROP TABLE {}").format(partition))

    def _stamp(self, month: Month, column: str) -> None:
        query = sql.SQL("UPDATE {} SET {} = now() WHERE month = %s")
        self._connection.execute(query.format(MONTHS, sql.Identifier(column)), [month.start().date()])


def noted(connection: Connection, month: Month, table: str) -> Checksum:
    """What the files of a month hold, as the index says."""
    query = sql.SQL("SELECT {}, {} FROM {} WHERE month = %s").format(
        sql.Identifier(table), sql.Identifier(f"{table}_checksum"), MONTHS
    )
    row = connection.execute(query, [month.start().date()]).fetchone()
    if row is None:
        raise ArchiveError(f"{month.start():%Y-%m} is not in the archive: see `tickwheel archive list`")
    return Checksum(*row)
