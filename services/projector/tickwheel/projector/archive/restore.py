"""Brings an archived month back as plain tables beside the live ones, and checks it against the index."""

from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
from psycopg import sql
from pyarrow import csv

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive import files
from tickwheel.projector.archive.checksum import checksum_of
from tickwheel.projector.archive.columns import columns_of
from tickwheel.projector.archive.export import check
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import TABLES, Month
from tickwheel.runtime.postgres.connect import Connection

BATCH = 20_000

KEYS = {
    "executions": "ALTER TABLE {} ADD PRIMARY KEY (execution_id, created_at)",
    "attempts": "ALTER TABLE {} ADD PRIMARY KEY (execution_id, attempt, created_at)",
}
"""By which one execution is found, and its attempts."""


def restore(connection: Connection, store: Store, month: Month) -> list[str]:
    """Makes tickwheel_archive.executions_<month> and attempts_<month>; returns their names."""
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout TO 0")
        for table in TABLES:
            _restore_table(connection, store, month, table)
    return [f"{INDEX}.{month.partition_of(table)}" for table in TABLES]


def take_back(connection: Connection, store: Store, month: Month) -> None:
    """Into the live tables, where the month is again. A row that is there already stays."""
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout TO 0")
        for table in TABLES:
            returned = sql.Identifier(f"returned_{table}")
            like = sql.Identifier(SCHEMA, table)
            connection.execute(
                sql.SQL("CREATE TEMP TABLE {} (LIKE {}) ON COMMIT DROP").format(returned, like)
            )
            _fill(connection, store, month, table, returned)
            connection.execute(
                sql.SQL("INSERT INTO {} SELECT * FROM {} ON CONFLICT DO NOTHING").format(
                    sql.Identifier(SCHEMA, month.partition_of(table)), returned
                )
            )
        files.note_return(connection, month)


def _restore_table(connection: Connection, store: Store, month: Month, table: str) -> None:
    expected = files.noted(connection, month, table)
    target = sql.Identifier(INDEX, month.partition_of(table))
    like = sql.Identifier(SCHEMA, table)
    connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(target))
    connection.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING COMMENTS)").format(target, like))
    _fill(connection, store, month, table, target)
    connection.execute(sql.SQL(KEYS[table]).format(target))
    found = checksum_of(connection, INDEX, month.partition_of(table))
    if found != expected:
        raise ArchiveError(
            f"{table} of {month.start():%Y-%m} came back with {found.rows} rows and checksum {found.value}, the index "
            f"says {expected.rows} and {expected.value}: the table's columns may have changed since; nothing was restored"
        )


def _fill(connection: Connection, store: Store, month: Month, table: str, target: sql.Identifier) -> None:
    known = columns_of(connection, table).names
    for file in files.find(connection, month, table):
        check(store, file)
        _copy(connection, store, file.path, target, known)


def _copy(connection: Connection, store: Store, path: str, target: sql.Identifier, known: list[str]) -> None:
    """By name: a column that the table got after the month was archived stays empty."""
    with store.local(path) as file, pq.ParquetFile(file) as parquet, connection.cursor() as cursor:
        wanted = [name for name in parquet.schema_arrow.names if name in known]
        names = sql.SQL(", ").join(map(sql.Identifier, wanted))
        with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN (FORMAT csv)").format(target, names)) as copy:
            for batch in parquet.iter_batches(BATCH, columns=wanted):
                copy.write(_text(batch))


def _text(batch: pa.RecordBatch) -> bytes:
    """As CSV, made by Arrow: no row passes through Python. What is quoted is a value, nothing at all is NULL."""
    columns = [_array_text(column) if pa.types.is_list(column.type) else column for column in batch.columns]
    text = BytesIO()
    options = csv.WriteOptions(include_header=False, quoting_style="all_valid")
    csv.write_csv(pa.RecordBatch.from_arrays(columns, batch.schema.names), text, options)
    return text.getvalue()


def _array_text(column: pa.Array) -> pa.Array:
    """Ids, as Postgres writes an array of them."""
    values = column.to_pylist()
    return pa.array([None if value is None else f"{{{','.join(value)}}}" for value in values], pa.string())
