"""One query, its rows as dicts."""

from collections.abc import Mapping
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row

from tickwheel.runtime.postgres.connect import Connection, Pool

Row = dict[str, Any]
Values = tuple[object, ...] | Mapping[str, Any]
"""For %s, or for %(name)s."""


def all_rows(pool: Pool, query: str | sql.Composed, values: Values = ()) -> list[Row]:
    with pool.connection() as connection:
        return rows_of(connection, query, values)


def rows_of(connection: Connection, query: str | sql.Composed, values: Values = ()) -> list[Row]:
    """In a transaction of the caller's."""
    with connection.cursor(row_factory=dict_row) as cursor:
        # Plain text is ours; whatever a caller sends goes through `values`.
        return cursor.execute(query if isinstance(query, sql.Composed) else query.encode(), values).fetchall()


def row_of(connection: Connection, query: str, values: Values) -> Row | None:
    return next(iter(rows_of(connection, query, values)), None)


def one_row(pool: Pool, query: str, values: Values) -> Row | None:
    return next(iter(all_rows(pool, query, values)), None)
