"""A number that stands for all rows of a table: the same for the same rows in any order."""

from typing import NamedTuple

from psycopg import sql

from tickwheel.runtime.postgres.connect import Connection

CHECKSUM = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} t"


class Checksum(NamedTuple):
    rows: int
    value: str


def checksum_of(connection: Connection, schema: str, table: str) -> Checksum:
    row = connection.execute(sql.SQL(CHECKSUM).format(sql.Identifier(schema, table))).fetchone()
    if row is None:
        raise LookupError("a count has no row")
    return Checksum(int(row[0]), str(row[1]))
