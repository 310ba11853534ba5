"""Brings an archived month back as plain tables beside the live ones, and checks it against the index."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive.checksum import checksum_of
from tickwheel.projector.archive.columns import columns_of
from tickwheel.projector.archive.export import check
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import TABLES, Month
from tickwheel.runtime.postgres.connect import Connection

FILES = "SELECT path, sha256, rows FROM {} WHERE month = %s AND table_name = %s ORDER BY path"
BATCH = 20_000


def restore(connection: Connection, store: Store, month: Month) -> list[str]:
    """Makes tickwheel_archive.executions_<month> and attempts_<month>; returns their names."""
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout TO 0")
        for table in TABLES:
            _restore_table(connection, store, month, table)
    return [f"{INDEX}.{month.partition_of(table)}" for table in TABLES]


def verify_files(connection: Connection, store: Store) -> int:
    """Read every file of the archive and compare it with the index. Returns how many there are."""
    query = sql.SQL("SELECT path, sha256, rows FROM {} ORDER BY path").format(sql.Identifier(INDEX, "files"))
    files = connection.execute(query).fetchall()
    for path, sha256, rows in files:
        check(store, path, sha256, rows)
    return len(files)


def _restore_table(connection: Connection, store: Store, month: Month, table: str) -> None:
    target = sql.Identifier(INDEX, month.partition_of(table))
    connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(target))
    connection.execute(sql.SQL("CREATE TABLE {} (LIKE {})").format(target, sql.Identifier(SCHEMA, table)))
    names = sql.SQL(", ").join(sql.Identifier(name) for name in columns_of(connection, table).names)
    copy_in = sql.SQL("COPY {} ({}) FROM STDIN").format(target, names)
    files = sql.SQL(FILES).format(sql.Identifier(INDEX, "files"))
    for path, sha256, rows in connection.execute(files, [month.start().date(), table]).fetchall():
        check(store, path, sha256, rows)
        _copy(connection, store, path, copy_in)
    _compare(connection, month, table)


def _copy(connection: Connection, store: Store, path: str, copy_in: sql.Composed) -> None:
    with TemporaryDirectory() as folder, connection.cursor() as cursor:
        file = Path(folder) / "rows.parquet"
        store.fetch(path, file)
        with cursor.copy(copy_in) as copy, pq.ParquetFile(file) as parquet:
            for batch in parquet.iter_batches(BATCH):
                for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    copy.write_row(row)


def _compare(connection: Connection, month: Month, table: str) -> None:
    query = sql.SQL("SELECT {}::text FROM {} WHERE month = %s").format(
        sql.Identifier(f"{table}_checksum"), sql.Identifier(INDEX, "months")
    )
    noted = connection.execute(query, [month.start().date()]).fetchone()
    if noted is None:
        raise ArchiveError(f"{month.start():%Y-%m} is not in the archive: see `tickwheel archive list`")
    found = checksum_of(connection, INDEX, month.partition_of(table))
    if noted != (found.value,):
        raise ArchiveError(
            f"{table} of {month.start():%Y-%m} came back with checksum {found.value}, the index says {noted[0]}: the "
            "table's columns may have changed since; nothing was restored"
        )
