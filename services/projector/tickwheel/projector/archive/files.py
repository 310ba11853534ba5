"""The index of files: what each holds, and what proves it."""

from datetime import date
from typing import NamedTuple

from psycopg import sql

from tickwheel.projector.archive import SCHEMA
from tickwheel.projector.archive.checksum import Checksum
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.months import Month
from tickwheel.runtime.postgres.connect import Connection

MONTHS = sql.Identifier(SCHEMA, "months")
FILES = sql.Identifier(SCHEMA, "files")
COLUMNS = "path, month, table_name, handler, rows, bytes, sha256"
READ = """
SELECT path, month, table_name, handler, rows, bytes, sha256 FROM {files}
WHERE (%(month)s::date IS NULL OR month = %(month)s) AND (%(table)s = '' OR table_name = %(table)s)
  AND (%(handler)s = '' OR handler = %(handler)s)
ORDER BY path
"""
PROVEN = """
SELECT handler, rows, checksum FROM {files} WHERE month = %s AND table_name = %s AND checksum IS NOT NULL
"""
NOTE = """
INSERT INTO {files} (path, month, table_name, handler, rows, bytes, sha256, checksum)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (path) DO UPDATE SET (rows, bytes, sha256, checksum, written_at)
    = (excluded.rows, excluded.bytes, excluded.sha256, excluded.checksum, now())
"""


class File(NamedTuple):
    path: str
    month: date
    table: str
    handler: str
    rows: int
    bytes: int
    sha256: str


def find(
    connection: Connection, month: Month | None = None, table: str = "", handler: str = ""
) -> list[File]:
    start = None if month is None else month.start().date()
    wanted = {"month": start, "table": table, "handler": handler}
    return [File(*row) for row in connection.execute(sql.SQL(READ).format(files=FILES), wanted)]


def proven(connection: Connection, month: Month, table: str) -> dict[str, Checksum]:
    """The rows that finished files of this month hold, by handler."""
    rows = connection.execute(sql.SQL(PROVEN).format(files=FILES), [month.start().date(), table])
    return {handler: Checksum(count, value) for handler, count, value in rows}


def note(connection: Connection, file: File, checksum: Checksum) -> None:
    """The file counts from now on."""
    connection.execute(sql.SQL(NOTE).format(files=FILES), [*file, checksum.value])


def noted(connection: Connection, month: Month, table: str) -> Checksum:
    """What the files of a month hold together, as it was when the month was archived."""
    query = sql.SQL("SELECT {}, {}, expired_at::date FROM {} WHERE month = %s").format(
        sql.Identifier(table), sql.Identifier(f"{table}_checksum"), MONTHS
    )
    row = connection.execute(query, [month.start().date()]).fetchone()
    if row is None:
        raise ArchiveError(f"{month.start():%Y-%m} is not in the archive: see `tickwheel archive list`")
    rows, checksum, expired_on = row
    if expired_on is not None:
        raise ArchiveError(
            f"The files of {month.start():%Y-%m} were deleted on {expired_on}, after the time that archives are kept: the "
            "journal still has its events, see `tickwheel log replay`"
        )
    return Checksum(rows, checksum)


def has_left(connection: Connection, month: Month) -> bool:
    """True if its files hold rows that were dropped from the live tables."""
    query = sql.SQL("SELECT FROM {} WHERE month = %s AND detached_at IS NOT NULL AND expired_at IS NULL")
    return connection.execute(query.format(MONTHS), [month.start().date()]).fetchone() is not None


def note_return(connection: Connection, month: Month) -> None:
    """The live tables have all its rows again."""
    query = sql.SQL("UPDATE {} SET detached_at = NULL WHERE month = %s").format(MONTHS)
    connection.execute(query, [month.start().date()])


def forget(connection: Connection, month: Month) -> None:
    query = sql.SQL("DELETE FROM {files} WHERE month = %s").format(files=FILES)
    connection.execute(query, [month.start().date()])
