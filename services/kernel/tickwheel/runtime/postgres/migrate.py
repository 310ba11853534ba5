"""Brings a schema up to date: all pending migrations in one transaction, so that a failed one changes nothing.

The files do not name the schema: they run with it as the search path, so that the same files build a shadow schema for a
rebuild. What was applied stands in `schema_migrations` inside the schema, and moves with it.
"""

import psycopg
from psycopg import sql

from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.postgres.errors import MigrationError
from tickwheel.runtime.postgres.migrations import Migration, read_migrations

APPLIED_TABLE = """
create table if not exists schema_migrations (
    number      integer     primary key,
    file        text        not null,
    checksum    text        not null,
    applied_at  timestamptz not null default now()
)
"""

Applied = dict[int, tuple[str, str]]
"""Number -> (file, checksum)."""


def migrate(connection: Connection, package: str, schema: str) -> list[Migration]:
    """Apply what is pending and answer it. Processes that do it at the same time take turns."""
    migrations = read_migrations(package)
    with connection.transaction():
        _take_turn(connection, schema)
        connection.execute(sql.SQL("create schema if not exists {}").format(sql.Identifier(schema)))
        connection.execute(sql.SQL("set local search_path to {}").format(sql.Identifier(schema)))
        connection.execute("set local statement_timeout to 0")
        connection.execute(APPLIED_TABLE)
        todo = _pending(package, migrations, _applied(connection, schema))
        for migration in todo:
            _apply(connection, package, migration)
    return todo


def pending(connection: Connection, package: str, schema: str) -> list[Migration]:
    """What `migrate` would apply. Changes nothing."""
    return _pending(package, read_migrations(package), _applied(connection, schema))


def require_current(connection: Connection, package: str, schema: str) -> None:
    """Refuse to work on a schema that is not up to date."""
    if todo := pending(connection, package, schema):
        raise MigrationError(
            f"Schema {schema} lacks {len(todo)} migration(s), the first is {todo[0].file}: run `tickwheel migrate`"
        )


def _take_turn(connection: Connection, schema: str) -> None:
    try:
        connection.execute(
            "select pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"tickwheel.migrations/{schema}"]
        )
    except psycopg.errors.LockNotAvailable as error:
        raise MigrationError(
            f"Another process is migrating schema {schema} and has not finished: wait for it, or raise "
            "TICKWHEEL_POSTGRES_LOCK_TIMEOUT_MS"
        ) from error


def _applied(connection: Connection, schema: str) -> Applied:
    table = sql.Identifier(schema, "schema_migrations")
    if connection.execute("select to_regclass(%s)", [table.as_string(connection)]).fetchone() == (None,):
        return {}
    rows = connection.execute(sql.SQL("select number, file, checksum from {}").format(table))
    return {number: (file, checksum) for number, file, checksum in rows}


def _pending(package: str, migrations: list[Migration], applied: Applied) -> list[Migration]:
    """What is left to do, after checking that what was done is what the files say."""
    unknown = sorted(set(applied) - {migration.number for migration in migrations})
    if unknown:
        raise MigrationError(
            f"The database has migration {applied[unknown[0]][0]} of {package}, which this version does not know: "
            "it is older than the database, so install the newer version again"
        )
    for migration in migrations:
        if migration.number in applied and applied[migration.number] != (migration.file, migration.checksum):
            raise MigrationError(
                f"Migration {migration.file} of {package} was changed after it had been applied as "
                f"{applied[migration.number][0]}: restore the file and put the change into a new migration"
            )
    return [migration for migration in migrations if migration.number not in applied]


def _apply(connection: Connection, package: str, migration: Migration) -> None:
    try:
        connection.execute(migration.sql.encode())
        connection.execute(
            "insert into schema_migrations (number, file, checksum) values (%s, %s, %s)",
            [migration.number, migration.file, migration.checksum],
        )
    except psycopg.Error as error:
        reason = error.diag.message_primary or str(error)
        raise MigrationError(
            f"Migration {migration.file} of {package} failed ({reason}): nothing was changed; mend the cause and "
            "run `tickwheel migrate` again"
        ) from error
