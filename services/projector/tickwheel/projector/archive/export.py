"""Writes one month to files: one a table and handler, each verified by reading it back before it counts."""

from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import files
from tickwheel.projector.archive.checksum import NOTHING, Checksum, checksums_by_handler
from tickwheel.projector.archive.columns import Columns, columns_of
from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.files import File
from tickwheel.projector.archive.store import Store, digest
from tickwheel.projector.months import TABLES, Month
from tickwheel.runtime.postgres.connect import Connection

FETCH = 10_000

ROWS = {
    "executions": """
SELECT t.handler, {columns} FROM {executions} t WHERE t.handler = ANY (%s)
ORDER BY t.handler, t.created_at, t.execution_id
""",
    "attempts": """
SELECT e.handler, {columns} FROM {attempts} t JOIN {executions} e USING (execution_id, created_at)
WHERE e.handler = ANY (%s) ORDER BY e.handler, t.created_at, t.execution_id, t.attempt
""",
}
"""One scan of a table for all its files, in the order in which they are written. Within a file by time, so that a reader
can pass over what it does not want."""

Row = tuple[Any, ...]


class Export:
    """Reads on one connection, inside a snapshot; notes each finished file on another, so that an interrupted run resumes."""

    def __init__(
        self, snapshot: Connection, index: Connection, store: Store, month: Month, row_group: int
    ) -> None:
        self._snapshot = snapshot
        self._index = index
        self._store = store
        self._month = month
        self._row_group = row_group

    def run(self) -> dict[str, Checksum]:
        """What the files hold, by table."""
        return {table: self._table(table) for table in TABLES}

    def _table(self, table: str) -> Checksum:
        """A file of an earlier run stays if it holds just these rows; if any has changed since, it is written again."""
        wanted = checksums_by_handler(self._snapshot, SCHEMA, self._month, table)
        proven = files.proven(self._index, self._month, table)
        missing = [handler for handler, checksum in wanted.items() if proven.get(handler) != checksum]
        if missing:
            columns = columns_of(self._snapshot, table)
            for handler, rows in groupby(self._rows(table, columns, missing), itemgetter(0)):
                self._file(table, handler, rows, columns, wanted[handler])
        return sum(wanted.values(), NOTHING)

    def _file(
        self, table: str, handler: str, rows: Iterator[Row], columns: Columns, checksum: Checksum
    ) -> None:
        path = path_of(self._month, table, handler)
        with TemporaryDirectory() as folder:
            local = Path(folder) / "rows.parquet"
            written = self._write(local, rows, columns)
            if written != checksum.rows:
                raise ArchiveError(f"{path} got {written} rows of {checksum.rows}: archive the month again")
            self._store.put(path, local)
            size, sha256 = local.stat().st_size, digest(local)
        file = File(path, self._month.start().date(), table, handler, written, size, sha256)
        check(self._store, file)
        files.note(self._index, file, checksum)

    def _write(self, local: Path, rows: Iterator[Row], columns: Columns) -> int:
        written = 0
        with pq.ParquetWriter(local, columns.schema, compression="zstd") as writer:
            while group := list(islice(rows, self._row_group)):
                _handler, *values = zip(*group, strict=True)
                arrays = [columns.array(number, list(each)) for number, each in enumerate(values)]
                table = pa.Table.from_arrays(arrays, schema=columns.schema)
                writer.write_table(table, row_group_size=self._row_group)
                written += len(group)
        return written

    def _rows(self, table: str, columns: Columns, handlers: list[str]) -> Iterator[Row]:
        names = {name: sql.Identifier(SCHEMA, self._month.partition_of(name)) for name in TABLES}
        query = sql.SQL(ROWS[table]).format(columns=columns.selection, **names)
        with self._snapshot.cursor(name="archive") as cursor:
            cursor.itersize = FETCH
            yield from cursor.execute(query, [handlers])


def path_of(month: Month, table: str, handler: str) -> str:
    """Hive-style, so that DuckDB, Spark and pyarrow find the months and handlers by themselves."""
    return f"{table}/month={month.year:04d}-{month.month:02d}/handler={quote(handler, safe='')}/rows.parquet"


def check(store: Store, file: File) -> None:
    """The file in the store is the one that was written, and can be read."""
    with store.local(file.path) as local:
        found = digest(local)
        if found != file.sha256:
            raise ArchiveError(
                f"{file.path} has SHA-256 {found}, the index says {file.sha256}: it is damaged; restore it from a backup"
            )
        counted = pq.read_metadata(local).num_rows
        if counted != file.rows:
            raise ArchiveError(
                f"{file.path} holds {counted} rows, the index says {file.rows}: archive the month again"
            )
