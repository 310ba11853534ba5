"""Connections and pools on a real Postgres."""

import socket

import psycopg
import pytest

from tickwheel.runtime.postgres import RETRIABLE, UnreachableError, connect, open_pool
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.postgres.errors import DsnError
from tickwheel.runtime.settings import PostgresGroup
from tickwheel.runtime.settings.values import SecretUrl

pytestmark = pytest.mark.postgres


def setting(connection: Connection, name: str) -> str:
    row = connection.execute("select current_setting(%s)", [name]).fetchone()
    assert row is not None
    return str(row[0])


def test_a_connection_carries_its_purpose_its_limits_and_utc(group: PostgresGroup) -> None:
    with connect(group, "projector") as connection:
        assert setting(connection, "application_name") == "tickwheel projector"
        assert setting(connection, "statement_timeout") == "1min"
        assert setting(connection, "lock_timeout") == "10s"
        assert setting(connection, "TimeZone") == "UTC"


def test_options_of_the_address_are_kept(group: PostgresGroup) -> None:
    dsn = f"{group.dsn.get_secret_value()}?options=-c%20work_mem%3D8MB"
    with connect(PostgresGroup(dsn=SecretUrl(dsn)), "test") as connection:
        assert setting(connection, "work_mem") == "8MB"
        assert setting(connection, "TimeZone") == "UTC"


def test_a_pool_hands_out_a_connection_that_was_replaced_when_it_died(group: PostgresGroup) -> None:
    pool = open_pool(group.model_copy(update={"pool_max_connections": 1}), "test")
    try:
        with pool.connection() as connection:
            connection.execute("select 1")
            pid = connection.info.backend_pid
        with connect(group, "killer") as killer:
            killer.execute("select pg_terminate_backend(%s, 5000)", [pid])
        with pool.connection() as connection:
            assert connection.execute("select 1").fetchone() == (1,)
            assert connection.info.backend_pid != pid
    finally:
        pool.close()


def test_a_server_that_does_not_answer_is_told_without_the_password() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        dsn = f"postgresql://me:hush@127.0.0.1:{unused.getsockname()[1]}/tickwheel"
        with pytest.raises(
            UnreachableError, match="Cannot connect to Postgres at postgresql://me:"
        ) as caught:
            open_pool(PostgresGroup(dsn=SecretUrl(dsn)), "test")
    assert "hush" not in str(caught.value)
    assert isinstance(caught.value, RETRIABLE)


def test_an_address_that_cannot_be_understood_is_told_without_quoting_it() -> None:
    with pytest.raises(DsnError, match="TICKWHEEL_POSTGRES_DSN cannot be understood") as caught:
        connect(PostgresGroup(dsn=SecretUrl("postgresql://me:hu sh@[x")), "test")
    assert "hu sh" not in str(caught.value)


def test_a_statement_that_was_ended_by_a_restart_is_retriable(group: PostgresGroup) -> None:
    with connect(group, "test") as connection, connect(group, "killer") as killer:
        killer.execute("select pg_terminate_backend(%s, 5000)", [connection.info.backend_pid])
        with pytest.raises(psycopg.OperationalError) as caught:
            connection.execute("select 1")
    assert isinstance(caught.value, RETRIABLE)
