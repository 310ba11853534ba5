"""Takes months that are over out of the live tables: write, verify, and only then detach. Any step may be interrupted.

closed month ──> files written and verified ──> month noted ──> checksum still the same? ──> detached and dropped

A month that left before may be there again: made anew by a rebuild, or because events of it came late, from a partition that
was stopped. Then what left before is taken back first, or the late rows would be written over it.
"""

from psycopg import sql

from tickwheel.projector import SCHEMA, patience, standstill
from tickwheel.projector.archive import files
from tickwheel.projector.archive.checksum import Checksum, checksum_of
from tickwheel.projector.archive.export import Export
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.restore import take_back
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import PARENTS, TABLES, Month, month_of
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Connection

DAY_MS = 86_400_000
LIVE = "SELECT count(*) FROM {} WHERE created_at >= %s AND created_at < %s"
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
        """The months that ended more than `hot_days` ago."""
        return [month for month in self.months() if self._is_over(month, hot_days)]

    def under_way(self, month: Month) -> int:
        """How many executions keep the month where it is."""
        query = sql.SQL(LIVE).format(sql.Identifier(SCHEMA, "live_executions"))
        row = self._connection.execute(query, [month.start(), month.next().start()]).fetchone()
        return row[0] if row else 0

    def take_out(self, month: Month) -> bool:
        """False if there is nothing in it: then its partitions go, and nothing is written."""
        if self._is_empty(month):
            self._discard(month)
            return False
        if files.has_left(self._connection, month) and not self._is_as_it_left(month):
            take_back(self._connection, self._store, month)
        self._write(month)
        self._detach(month)
        return True

    def outlived(self, keep_days: int) -> list[Month]:
        """The archived months that ended more than `keep_days` ago."""
        rows = self._connection.execute(sql.SQL(OUTLIVED).format(months=files.MONTHS)).fetchall()
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

    def _is_as_it_left(self, month: Month) -> bool:
        return all(
            self._rows(month, table) == files.noted(self._connection, month, table) for table in TABLES
        )

    def _rows(self, month: Month, table: str) -> Checksum:
        with self._connection.transaction():
            self._connection.execute("SET LOCAL statement_timeout TO 0")
            return checksum_of(self._connection, SCHEMA, month.partition_of(table))

    def _write(self, month: Month) -> None:
        with self._snapshot.transaction():
            self._snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self._snapshot.execute("SET LOCAL statement_timeout TO 0")
            sums = Export(self._snapshot, self._connection, self._store, month, self._row_group).run()
        note = [month.start().date(), *(sums[table].rows for table in TABLES)]
        note += [sums[table].value for table in TABLES]
        self._connection.execute(sql.SQL(NOTE).format(months=files.MONTHS), note)

    def _detach(self, month: Month) -> None:
        """First what takes long, then what keeps everybody else from the tables: that is over in a moment."""
        with self._connection.transaction():
            standstill.wait(self._connection)
            for table in TABLES:
                self._hold_still(month, table)
            patience.until_free(lambda: self._drop_tables(month))
            self._stamp(month, "detached_at")

    def _is_empty(self, month: Month) -> bool:
        tables = [sql.Identifier(SCHEMA, month.partition_of(table)) for table in TABLES]
        query = sql.SQL("SELECT NOT EXISTS (SELECT FROM {}) AND NOT EXISTS (SELECT FROM {})").format(*tables)
        return self._connection.execute(query).fetchone() == (True,)

    def _discard(self, month: Month) -> None:
        with self._connection.transaction():
            standstill.wait(self._connection)
            for table in TABLES:
                self._lock(month, table)
            if self._is_empty(month):
                patience.until_free(lambda: self._drop_tables(month))

    def _lock(self, month: Month, table: str) -> None:
        partition = sql.Identifier(SCHEMA, month.partition_of(table))
        self._connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(partition))

    def _hold_still(self, month: Month, table: str) -> None:
        """The rows are those that were written, and the lock keeps them so."""
        self._lock(month, table)
        if self._rows(month, table) != files.noted(self._connection, month, table):
            raise ArchiveError(
                f"{table} of {month.start():%Y-%m} changed while it was archived: nothing was dropped; run it again"
            )

    def _drop_tables(self, month: Month) -> None:
        with self._connection.transaction():
            patience.wait_briefly(self._connection)
            for table in TABLES:
                self._drop(month, table)

    def _drop(self, month: Month, table: str) -> None:
        names = (PARENTS[table], month.partition_of(table))
        parent, partition = (sql.Identifier(SCHEMA, name) for name in names)
        self._connection.execute(sql.SQL("ALTER TABLE {} DETACH PARTITION {}").format(parent, partition))
        self._connection.execute(sql.SQL("DROP TABLE {}").format(partition))

    def _stamp(self, month: Month, column: str) -> None:
        query = sql.SQL("UPDATE {} SET {} = now() WHERE month = %s")
        self._connection.execute(query.format(files.MONTHS, sql.Identifier(column)), [month.start().date()])
