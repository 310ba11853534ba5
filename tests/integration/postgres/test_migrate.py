"""Migrations on a real Postgres."""

import threading

import pytest
from tests.integration.postgres.conftest import MigrationFiles

from tickwheel.runtime.postgres import MigrationError, connect, migrate, pending, require_current
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import PostgresGroup

pytestmark = pytest.mark.postgres

SCHEMA = "tickwheel"


def tables(connection: Connection, schema: str = SCHEMA) -> set[str]:
    rows = connection.execute("select tablename from pg_tables where schemaname = %s", [schema])
    return {name for (name,) in rows} - {"schema_migrations"}


def test_applies_what_is_pending_and_nothing_twice(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int); create index on jobs (id);")
    assert [migration.file for migration in migrate(connection, files.package, SCHEMA)] == ["0001_jobs.sql"]
    files.write("0002_runs.sql", "create table runs (id int);")
    assert [migration.file for migration in pending(connection, files.package, SCHEMA)] == ["0002_runs.sql"]
    assert [migration.file for migration in migrate(connection, files.package, SCHEMA)] == ["0002_runs.sql"]
    assert migrate(connection, files.package, SCHEMA) == []
    assert tables(connection) == {"jobs", "runs"}


def test_the_same_files_build_a_second_schema(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    migrate(connection, files.package, SCHEMA)
    migrate(connection, files.package, "shadow")
    assert tables(connection, "shadow") == {"jobs"}


def test_looking_for_what_is_pending_changes_nothing(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    assert len(pending(connection, files.package, SCHEMA)) == 1
    assert connection.execute("select to_regnamespace(%s)", [SCHEMA]).fetchone() == (None,)


def test_a_failed_migration_changes_nothing_at_all(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    files.write("0002_broken.sql", "create table runs (id no_such_type);")
    with pytest.raises(
        MigrationError, match=r"0002_broken.sql of .* failed \(type \"no_such_type\" does not exist\)"
    ):
        migrate(connection, files.package, SCHEMA)
    assert tables(connection) == set()
    assert len(pending(connection, files.package, SCHEMA)) == 2


def test_a_landed_file_that_was_changed_is_refused_by_name(
    connection: Connection, files: MigrationFiles
) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    migrate(connection, files.package, SCHEMA)
    files.write("0001_jobs.sql", "create table jobs (id bigint);")
    with pytest.raises(
        MigrationError, match=r"0001_jobs.sql of .* was changed .* put the change into a new migration"
    ):
        migrate(connection, files.package, SCHEMA)


def test_a_database_newer_than_the_program_is_refused(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    files.write("0002_runs.sql", "create table runs (id int);")
    migrate(connection, files.package, SCHEMA)
    files.remove("0002_runs.sql")
    with pytest.raises(MigrationError, match=r"has migration 0002_runs.sql .* install the newer version"):
        require_current(connection, files.package, SCHEMA)


def test_a_service_refuses_a_schema_that_is_behind(connection: Connection, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    with pytest.raises(MigrationError, match=r"lacks 1 migration.*0001_jobs.sql: run `tickwheel migrate`"):
        require_current(connection, files.package, SCHEMA)
    migrate(connection, files.package, SCHEMA)
    require_current(connection, files.package, SCHEMA)


def test_several_processes_at_once_take_turns(group: PostgresGroup, files: MigrationFiles) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int); select pg_sleep(0.05);")
    applied: list[int] = []
    ready = threading.Barrier(4)

    def one() -> None:
        with connect(group, "test") as connection:
            ready.wait(10)
            applied.append(len(migrate(connection, files.package, SCHEMA)))

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(applied) == [0, 0, 0, 1]


def test_a_turn_that_never_comes_is_told(
    group: PostgresGroup, connection: Connection, files: MigrationFiles
) -> None:
    impatient = group.model_copy(update={"lock_timeout_ms": 50})
    with connection.transaction():
        connection.execute(
            "select pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"tickwheel.migrations/{SCHEMA}"]
        )
        with (
            connect(impatient, "test") as other,
            pytest.raises(MigrationError, match="Another process is migrating"),
        ):
            migrate(other, files.package, SCHEMA)
