"""A schema beside the live one, with the same tables, for a rebuild or a verification."""

from psycopg import sql

from tickwheel.projector import PACKAGE, SCHEMA, hangers_on
from tickwheel.projector.faults import HeldError
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres import migrate
from tickwheel.runtime.postgres.connect import Connection

REBUILD = "tickwheel_rebuild"
VERIFY = "tickwheel_verify"
FORMER = "tickwheel_former"

COPIED = ("workers", "handlers", "handler_health", "execution_progress")
"""Small tables that are not made from the journal: a rebuild takes them over as they are."""

ALONE = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"

MOVED = ("execution_logs",)
"""A large one: it is not copied but moved."""


def make(connection: Connection, schema: str) -> None:
    """Empty tables; what an earlier attempt left behind goes first. They are ours for as long as the connection lasts."""
    if connection.execute(ALONE, [f"tickwheel.shadow/{schema}"]).fetchone() != (True,):
        raise HeldError(f"Another process is making tables in schema {schema}: wait for its end")
    # Tables are read and dropped as a whole, however large they are.
    connection.execute("SET statement_timeout TO 0")
    drop(connection, schema)
    migrate(connection, PACKAGE, schema)
    # If the machine dies, the work starts over anyway.
    connection.execute("SET synchronous_commit TO off")


def drop(connection: Connection, schema: str) -> None:
    connection.execute("SET client_min_messages TO warning")
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))


def live_offsets(connection: Connection, topic: str) -> dict[TopicPartition, int]:
    query = sql.SQL("SELECT partition, next_offset FROM {} WHERE topic = %s").format(
        sql.Identifier(SCHEMA, "projection_offsets")
    )
    return {TopicPartition(topic, partition): at for partition, at in connection.execute(query, [topic])}


def take_over_reports(connection: Connection, topic: str) -> None:
    """What stands beside the journal, into the new schema: rows and their offsets. Inside the swap's transaction."""
    for table in COPIED:
        _execute(connection, "INSERT INTO {new} SELECT * FROM {live}", table)
    for table in MOVED:
        _execute(connection, "DROP TABLE {new}", table)
        _execute(connection, "ALTER TABLE {live} SET SCHEMA {schema}", table)
    _execute(
        connection,
        "INSERT INTO {new} SELECT * FROM {live} WHERE topic <> {topic} ON CONFLICT DO NOTHING",
        "projection_offsets",
        topic,
    )


def swap(connection: Connection) -> None:
    """The new schema takes the name of the live one, and what others have hung on that. Inside a transaction."""
    hangers_on.grant_alike(connection, REBUILD)
    views = hangers_on.views(connection)
    rename = sql.SQL("ALTER SCHEMA {} RENAME TO {}")
    connection.execute(rename.format(sql.Identifier(SCHEMA), sql.Identifier(FORMER)))
    connection.execute(rename.format(sql.Identifier(REBUILD), sql.Identifier(SCHEMA)))
    for view in views:
        connection.execute(view)


def _execute(connection: Connection, query: str, table: str, topic: str = "") -> None:
    connection.execute(
        sql.SQL(query).format(
            new=sql.Identifier(REBUILD, table),
            live=sql.Identifier(SCHEMA, table),
            schema=sql.Identifier(REBUILD),
            topic=sql.Literal(topic),
        )
    )
