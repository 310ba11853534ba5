"""What an operator asks of the archive, on the parts that the settings name."""

import re
from contextlib import closing
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import PACKAGE
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive.archive import Archive
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.restore import restore, verify_files
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import Month
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.postgres import connect, migrate
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import MigrateSettings

MONTHS = """
SELECT to_char(m.month, 'YYYY-MM') AS month, m.executions, m.attempts, m.detached_at IS NOT NULL AS detached,
       count(f.path) AS files, coalesce(sum(f.bytes), 0)::bigint AS bytes
FROM {months} m LEFT JOIN {files} f USING (month)
GROUP BY m.month, m.executions, m.attempts, m.detached_at ORDER BY m.month
"""
EXPIRED = {"execution_logs": "logged_at", "execution_progress": "reported_at"}
"""Tables that are only kept for a while, by the column that tells their age."""


class Operator:
    def __init__(self, settings: MigrateSettings, clock: Clock | None = None) -> None:
        self._postgres = settings.postgres
        self._clock = clock or SystemClock()

    def run(self, root: str, keep_days: int, log_days: int) -> list[Month]:
        with closing(self._connect()) as connection, closing(self._connect()) as snapshot:
            self._expire(connection, log_days)
            return Archive(connection, snapshot, Store(root), self._clock).run(keep_days)

    def months(self) -> list[dict[str, Any]]:
        with closing(self._connect()) as connection, connection.cursor(row_factory=dict_row) as cursor:
            migrate(connection, PACKAGE, INDEX)
            query = sql.SQL(MONTHS).format(
                months=sql.Identifier(INDEX, "months"), files=sql.Identifier(INDEX, "files")
            )
            return cursor.execute(query).fetchall()

    def verify(self, root: str) -> int:
        with closing(self._connect()) as connection:
            return verify_files(connection, Store(root))

    def restore(self, root: str, month: str) -> list[str]:
        found = re.fullmatch(r"(\d{4})-(\d{2})", month)
        if found is None:
            raise ArchiveError(f"{month} is not a month: write it as 2026-11")
        with closing(self._connect()) as connection:
            return restore(connection, Store(root), Month(int(found[1]), int(found[2])))

    def _connect(self) -> Connection:
        return connect(self._postgres, "archive")

    def _expire(self, connection: Connection, days: int) -> None:
        for table, column in EXPIRED.items():
            query = sql.SQL("DELETE FROM {} WHERE {} < {}.instant(%s)").format(
                sql.Identifier(SCHEMA, table), sql.Identifier(column), sql.Identifier(SCHEMA)
            )
            connection.execute(query, [self._clock.now_ms() - days * 86_400_000])
