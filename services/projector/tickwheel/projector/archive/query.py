"""SQL over archived months, by DuckDB: the index says which files, and only those are read. Nothing is loaded into Postgres."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb

from tickwheel.projector.archive.faults import ArchiveError
from tickwheel.projector.archive.files import File
from tickwheel.projector.archive.store import Store
from tickwheel.projector.months import TABLES

VIEW = """
CREATE VIEW {table} AS
SELECT r.* EXCLUDE (filename), f.month {handler}
FROM read_parquet({paths}, hive_partitioning = false, filename = true) r JOIN files f ON f.path = r.filename
"""
INSTANTS_IN = "SET TimeZone = 'UTC'"


class Answer(NamedTuple):
    columns: list[str]
    rows: list[tuple[Any, ...]]


def query(store: Store, found: list[File], statement: str) -> Answer:
    """`executions` and `attempts` are the tables, each with its month (as 2026-10) and handler."""
    with _tables(store, found) as database:
        try:
            answer = database.execute(statement)
            columns = [column[0] for column in answer.description or ()]
            return Answer(columns, answer.fetchall())
        except duckdb.Error as error:
            raise ArchiveError(f"The query cannot be answered: {error}") from error


@contextmanager
def _tables(store: Store, found: list[File]) -> Iterator[duckdb.DuckDBPyConnection]:
    if not found:
        raise ArchiveError("No archived file is of that month and handler: see `tickwheel archive list`")
    with TemporaryDirectory() as folder, duckdb.connect() as database:
        database.execute(INSTANTS_IN)
        database.execute("CREATE TABLE files (path text, month text, handler text)")
        for table in TABLES:
            _table(database, store, table, [file for file in found if file.table == table], Path(folder))
        yield database


def _table(
    database: duckdb.DuckDBPyConnection, store: Store, table: str, found: list[File], folder: Path
) -> None:
    if not found:
        return  # executions that never started have no attempts
    places = [(str(store.place(file.path, folder)), file) for file in found]
    database.executemany(
        "INSERT INTO files VALUES (?, ?, ?)",
        [[path, f"{file.month:%Y-%m}", file.handler] for path, file in places],
    )
    paths = ", ".join("'" + path.replace("'", "''") + "'" for path, _ in places)
    handler = "" if table == "executions" else ", f.handler"
    database.execute(VIEW.format(table=table, handler=handler, paths=f"[{paths}]"))
