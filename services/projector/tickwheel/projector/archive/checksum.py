"""A number that stands for all rows of a table: the same for the same rows in any order, and it adds up over parts."""

from decimal import Decimal
from typing import NamedTuple

from psycopg import sql

from tickwheel.projector.months import Month
from tickwheel.runtime.postgres.connect import Connection

CHECKSUM = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM {table} t"
OF_EXECUTIONS = """
SELECT t.handler, count(*), sum(hashtextextended(t::text, 0)::numeric) FROM {executions} t GROUP BY 1 ORDER BY 1
"""
OF_ATTEMPTS = """
SELECT e.handler, count(*), sum(hashtextextended(t::text, 0)::numeric)
FROM {attempts} t JOIN {executions} e USING (execution_id, created_at) GROUP BY 1 ORDER BY 1
"""


class Checksum(NamedTuple):
    rows: int
    value: Decimal

    def __add__(self, other: object) -> "Checksum":
        if not isinstance(other, Checksum):
            return NotImplemented
        return Checksum(self.rows + other.rows, self.value + other.value)


NOTHING = Checksum(0, Decimal(0))


def checksum_of(connection: Connection, schema: str, table: str) -> Checksum:
    row = connection.execute(sql.SQL(CHECKSUM).format(table=sql.Identifier(schema, table))).fetchone()
    if row is None:
        raise LookupError("a count has no row")
    return Checksum(*row)


def checksums_by_handler(
    connection: Connection, schema: str, month: Month, table: str
) -> dict[str, Checksum]:
    """Of one month."""
    query = OF_EXECUTIONS if table == "executions" else OF_ATTEMPTS
    names = {name: sql.Identifier(schema, month.partition_of(name)) for name in ("executions", "attempts")}
    rows = connection.execute(sql.SQL(query).format(**names)).fetchall()
    return {handler: Checksum(count, value) for handler, count, value in rows}
