"""How a table's columns stand in a Parquet file, and how they come back unchanged."""

from typing import NamedTuple

import pyarrow as pa
from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.runtime.postgres.connect import Connection

TYPES = {
    "uuid": pa.string(),
    "text": pa.string(),
    "jsonb": pa.string(),
    "integer": pa.int32(),
    "smallint": pa.int16(),
    "bigint": pa.int64(),
    "timestamp with time zone": pa.timestamp("us", tz="UTC"),
    "ARRAY": pa.list_(pa.string()),
}
"""Type in Postgres -> type in the file. Ids and JSON are text, which every reader understands."""

CASTS = {"uuid": "{}::text", "jsonb": "{}::text", "ARRAY": "{}::text[]"}

READ = """
SELECT column_name, data_type FROM information_schema.columns
WHERE table_schema = %s AND table_name = %s ORDER BY ordinal_position
"""


class Columns(NamedTuple):
    names: list[str]
    schema: pa.Schema
    selection: sql.Composed
    """What to select from the table `t`."""


def columns_of(connection: Connection, table: str) -> Columns:
    found = connection.execute(READ, [SCHEMA, table]).fetchall()
    return Columns(
        [name for name, _ in found],
        pa.schema([(name, TYPES[kind]) for name, kind in found]),
        sql.SQL(", ").join(
            sql.SQL(CASTS.get(kind, "{}")).format(sql.Identifier("t", name)) for name, kind in found
        ),
    )
