"""One query, its rows as dicts."""

from collections.abc import Mapping
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row

from tickwheel.runtime.postgres.connect import Pool

Row = dict[str, Any]
Values = tuple[object, ...] | Mapping[str, Any]
"""For %s, or for %(name)s."""


def all_rows(pool: Pool, query: str | sql.Composed, values: Values = ()) -> list[Row]:
    with pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
        # Plain text is ours; whatever a caller sends goes through `values`.
        return cursor.execute(query if isinstance(query, sql.Composed) else query.encode(), values).fetchall()


def one_row(pool: Pool, query: str, values: Values) -> Row | None:
    return next(iter(all_rows(pool, query, values)), None)
