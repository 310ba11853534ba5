"""Writes one month to files: one a table and handler, each verified by reading it back before it counts."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import SCHEMA as INDEX
from tickwheel.projector.archive.columns import Columns, columns_of
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.store import Store, digest
from tickwheel.projector.months import TABLES, Month
from tickwheel.runtime.postgres.connect import Connection

ROW_GROUP = 100_000
"""Large enough to scan quickly, small enough to skip what a reader does not want."""

HANDLERS = "SELECT DISTINCT handler FROM {} ORDER BY handler"
ROWS = """
SELECT {columns} FROM {table} t
WHERE EXISTS (SELECT FROM {executions} e WHERE e.execution_id = t.execution_id AND e.created_at = t.created_at AND e.handler = {handler})
ORDER BY t.created_at, t.execution_id
"""
KNOWN = "SELECT rows FROM {} WHERE path = %s"
NOTE = """
INSERT INTO {} (path, month, table_name, handler, rows, bytes, sha256) VALUES (%s, %s, %s, %s, %s, %s, %s)
"""


class Export:
    """Reads on one connection, inside a snapshot; notes each finished file on another, so that an interrupted run resumes."""

    def __init__(self, snapshot: Connection, index: Connection, store: Store, month: Month) -> None:
        self._snapshot = snapshot
        self._index = index
        self._store = store
        self._month = month

    def run(self) -> dict[str, int]:
        """Returns rows by table."""
        counts = dict.fromkeys(TABLES, 0)
        executions = sql.Identifier(SCHEMA, self._month.partition_of("executions"))
        handlers = self._snapshot.execute(sql.SQL(HANDLERS).format(executions)).fetchall()
        for table in TABLES:
            columns = columns_of(self._snapshot, table)
            for (handler,) in handlers:
                counts[table] += self._file(table, handler, columns)
        return counts

    def _file(self, table: str, handler: str, columns: Columns) -> int:
        path = path_of(self._month, table, handler)
        files = sql.Identifier(INDEX, "files")
        known = self._index.execute(sql.SQL(KNOWN).format(files), [path]).fetchone()
        if known is not None:
            return int(known[0])
        with TemporaryDirectory() as folder:
            file = Path(folder) / "rows.parquet"
            rows = self._write(file, table, handler, columns)
            self._store.put(path, file)
            sha256, size = digest(file), file.stat().st_size
            check(self._store, path, sha256, rows)
        note = [path, self._month.start().date(), table, handler, rows, size, sha256]
        self._index.execute(sql.SQL(NOTE).format(files), note)
        return rows

    def _write(self, file: Path, table: str, handler: str, columns: Columns) -> int:
        rows = 0
        with pq.ParquetWriter(file, columns.schema, compression="zstd") as writer:
            for chunk in self._chunks(table, handler, columns):
                values = [list(column) for column in zip(*chunk, strict=True)]
                arrays = [pa.array(v, t) for v, t in zip(values, columns.schema.types, strict=True)]
                writer.write_table(pa.Table.from_arrays(arrays, schema=columns.schema))
                rows += len(chunk)
        return rows

    def _chunks(self, table: str, handler: str, columns: Columns) -> Iterator[list[tuple[object, ...]]]:
        query = sql.SQL(ROWS).format(
            columns=columns.selection,
            table=sql.Identifier(SCHEMA, self._month.partition_of(table)),
            executions=sql.Identifier(SCHEMA, self._month.partition_of("executions")),
            handler=sql.Literal(handler),
        )
        with self._snapshot.cursor(name="archive") as cursor:
            cursor.execute(query)
            while chunk := cursor.fetchmany(ROW_GROUP):
                yield chunk


def path_of(month: Month, table: str, handler: str) -> str:
    """Hive-style, so that DuckDB, Spark and pyarrow find the months and handlers by themselves."""
    return f"{table}/month={month.year:04d}-{month.month:02d}/handler={quote(handler, safe='')}/rows.parquet"


def check(store: Store, path: str, sha256: str, rows: int) -> None:
    """The file in the store is the one that was written, and can be read."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "check.parquet"
        store.fetch(path, file)
        found = digest(file)
        if found != sha256:
            raise ArchiveError(
                f"{path} has SHA-256 {found}, the index says {sha256}: it is damaged; restore it"
            )
        counted = pq.read_metadata(file).num_rows
        if counted != rows:
            raise ArchiveError(f"{path} holds {counted} rows, the index says {rows}: archive the month again")
