"""The embedded Postgres: keeps its data, guards it, says what is wrong, and leaves nothing behind."""

import pathlib
import socket

import psutil
import psycopg
import pytest

from tickwheel.embedded import EmbeddedPostgres
from tickwheel.embedded.errors import DataFormatError, DataInUseError, PortBusyError, StartError

pytestmark = pytest.mark.postgres


def write(dsn: str, value: int) -> None:
    with psycopg.connect(dsn) as connection:
        connection.execute("create table if not exists kept (value int)")
        connection.execute("insert into kept values (%s)", [value])


def read(dsn: str) -> list[int]:
    with psycopg.connect(dsn) as connection:
        return [value for (value,) in connection.execute("select value from kept order by value")]


def test_a_restart_keeps_data_and_address(tmp_path: pathlib.Path) -> None:
    with EmbeddedPostgres(tmp_path / "postgres") as first:
        write(first.dsn, 1)
        address = first.dsn
    with EmbeddedPostgres(tmp_path / "postgres") as second:
        assert second.dsn == address
        assert read(second.dsn) == [1]
        with pytest.raises(DataInUseError, match="in use by process"):
            EmbeddedPostgres(tmp_path / "postgres").start()


def test_what_was_committed_survives_a_kill(tmp_path: pathlib.Path) -> None:
    with EmbeddedPostgres(tmp_path / "postgres") as postgres:
        address = postgres.dsn
        write(postgres.dsn, 1)
        postgres.kill()
        assert not postgres.is_running()
        postgres.start()
        assert postgres.dsn == address
        assert read(postgres.dsn) == [1]


def test_reset_starts_empty(tmp_path: pathlib.Path) -> None:
    with EmbeddedPostgres(tmp_path / "postgres") as first:
        write(first.dsn, 1)
    with (
        EmbeddedPostgres(tmp_path / "postgres", reset=True) as second,
        psycopg.connect(second.dsn) as connection,
    ):
        assert connection.execute("select to_regclass('kept')").fetchone() == (None,)


def test_nobody_gets_in_without_the_password(postgres_dsn: str) -> None:
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(postgres_dsn, password="guess")


def test_stop_leaves_neither_process_nor_file_of_an_ephemeral_server() -> None:
    postgres = EmbeddedPostgres().start()
    pid, folder = postgres.pid, postgres.log_path.parent
    assert pid is not None
    postgres.stop()
    postgres.stop()
    assert not psutil.pid_exists(pid)
    assert not folder.exists()


def test_a_busy_port_is_refused_by_number(tmp_path: pathlib.Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortBusyError, match=f"Port {port} for Postgres is taken"):
            EmbeddedPostgres(tmp_path / "postgres", port=port).start()


def test_data_of_an_older_postgres_is_refused(tmp_path: pathlib.Path) -> None:
    (tmp_path / "FORMAT").write_text("postgres 16 layout 1\n")
    with pytest.raises(DataFormatError, match="has format 'postgres 16 layout 1'"):
        EmbeddedPostgres(tmp_path).start()


def test_a_server_that_cannot_start_is_quoted(tmp_path: pathlib.Path) -> None:
    postgres = EmbeddedPostgres(tmp_path / "postgres", settings={"max_connections": "many"})
    with pytest.raises(StartError, match='"max_connections"'):
        postgres.start()
