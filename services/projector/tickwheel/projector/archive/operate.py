"""What an operator, or the daily job, asks of the archive, on the parts that the settings name."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from psycopg import sql
from psycopg.rows import dict_row

from tickwheel.projector.archive import PACKAGE, files
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive.archive import Archive
from tickwheel.projector.archive.export import check
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.files import File
from tickwheel.projector.archive.rerun import Rerun, Wanted, plan
from tickwheel.projector.archive.restore import restore
from tickwheel.projector.archive.retention import Retention
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import Month
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.postgres import connect, migrate
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import ArchiveSettings

if TYPE_CHECKING:
    from tickwheel.projector.archive.query import Answer

MONTHS = """
SELECT to_char(m.month, 'YYYY-MM') AS month, m.executions, m.attempts, m.detached_at IS NOT NULL AS detached,
       m.expired_at IS NOT NULL AS expired, count(f.path) AS files, coalesce(sum(f.bytes), 0)::bigint AS bytes
FROM {months} m LEFT JOIN {files} f USING (month)
GROUP BY m.month ORDER BY m.month
"""
ALONE = "SELECT pg_try_advisory_lock(hashtextextended('tickwheel.archive', 0))"


class Operator:
    def __init__(self, settings: ArchiveSettings, clock: Clock | None = None) -> None:
        self._settings = settings.archive
        self._postgres = settings.postgres
        self._clock = clock or SystemClock()

    def run(self) -> Iterator[str]:
        """Archive, then clean up; one sentence a step that is done. A run that is interrupted is taken up by the next one."""
        with self._connect() as connection, self._connect() as snapshot:
            if connection.execute(ALONE).fetchone() != (True,):
                raise ArchiveError("another run of the archive is under way: wait for its end")
            store = Store(self._settings.store)
            archive = Archive(connection, snapshot, store, self._clock, self._settings.row_group_rows)
            for month in archive.due(self._settings.hot_days):
                if under_way := archive.under_way(month):
                    yield f"{month.start():%Y-%m} stays: executions of it are under way ({under_way})"
                elif archive.take_out(month):
                    yield f"archived {month.start():%Y-%m}"
            for month in archive.outlived(self._settings.keep_days):
                archive.delete(month)
                yield f"deleted the archive of {month.start():%Y-%m}"
            for table, rows in Retention(connection, self._clock, self._settings).sweep():
                if rows:
                    yield f"deleted {rows} rows of {table}"

    def months(self) -> list[dict[str, Any]]:
        with self._connect() as connection, connection.cursor(row_factory=dict_row) as cursor:
            query = sql.SQL(MONTHS).format(
                months=sql.Identifier(INDEX, "months"), files=sql.Identifier(INDEX, "files")
            )
            return cursor.execute(query).fetchall()

    def verify(self) -> int:
        """Read every file of the archive and compare it with the index. Returns how many there are, or names all faults."""
        with self._connect() as connection:
            found = files.find(connection)
        store = Store(self._settings.store)
        if faults := list(_faults(store, found)):
            raise ArchiveError("\n".join([*faults, f"{len(faults)} of {len(found)} files are not whole."]))
        return len(found)

    def restore(self, month: str) -> list[str]:
        with self._connect() as connection:
            return restore(connection, Store(self._settings.store), month_named(month))

    def files(self, month: str = "", table: str = "", handler: str = "") -> list[File]:
        """The files of a month and handler; empty: of all."""
        with self._connect() as connection:
            return files.find(connection, month_named(month) if month else None, table, handler)

    def query(self, statement: str, month: str = "", handler: str = "") -> "Answer":
        from tickwheel.projector.archive.query import query  # its database is an extra of its own

        return query(Store(self._settings.store), self.files(month, handler=handler), statement)

    def plan_rerun(self, wanted: Wanted, month: str, handler: str = "") -> list[Rerun]:
        """What would run again. Nothing is sent."""
        if not (found := self.files(month, "executions", handler)):
            raise ArchiveError(
                f"No archived file is of {month} and that handler: see `tickwheel archive list`"
            )
        return list(plan(Store(self._settings.store), found, wanted))

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        with closing(connect(self._postgres, "archive")) as connection:
            migrate(connection, PACKAGE, INDEX)
            yield connection


def _faults(store: Store, found: list[File]) -> Iterator[str]:
    for file in found:
        try:
            check(store, file)
        except ArchiveError as fault:
            yield str(fault)


def month_named(name: str) -> Month:
    found = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", name)
    if found is None:
        raise ArchiveError(f"{name} is not a month: write it as 2026-11")
    return Month(int(found[1]), int(found[2]))
