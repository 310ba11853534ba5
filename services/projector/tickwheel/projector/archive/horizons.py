"""Up to when each table was cleaned up: what a verification must not miss, since the journal has it and the table has not."""

from psycopg import sql

from tickwheel.projector.archive import SCHEMA
from tickwheel.runtime.postgres.connect import Connection

COLUMNS = {
    "jobs": "retired_at",
    "job_versions": "changed_at",
    "commands": "decided_at",
    "skipped_occurrences": "skipped_at",
    "dead_letters": "failed_at",
}
"""Tables that are made from the journal and cleaned up, by the column that tells the age of a row."""

FOLLOWS = {"jobs": ("jobs", "job_versions")}
"""What goes with a table."""

MOVE = """
INSERT INTO {horizons} AS h (table_name, before) VALUES (%s, to_timestamp(%s))
ON CONFLICT (table_name) DO UPDATE SET before = greatest(h.before, excluded.before)
"""


def move(connection: Connection, table: str, before_ms: int) -> None:
    """Noted before anything is deleted, so that nobody takes a deletion for a fault."""
    query = sql.SQL(MOVE).format(horizons=sql.Identifier(SCHEMA, "horizons"))
    for name in FOLLOWS.get(table, (table,)):
        connection.execute(query, [name, before_ms / 1_000])


def kept(connection: Connection) -> dict[str, sql.Composed]:
    """By table, a condition on `t` that only rows fulfil which cannot have been cleaned up."""
    if connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.horizons"]).fetchone() == (None,):
        return {}
    query = sql.SQL("SELECT table_name, before FROM {}").format(sql.Identifier(SCHEMA, "horizons"))
    return {
        table: sql.SQL("({column} IS NULL OR {column} >= {before})").format(
            column=sql.Identifier("t", COLUMNS[table]), before=sql.Literal(before)
        )
        for table, before in connection.execute(query)
        if table in COLUMNS
    }
