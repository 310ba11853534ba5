"""Connections and pools, all made with the same limits. Times are UTC, so that nothing depends on the server's zone."""

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from tickwheel.runtime.postgres.errors import DsnError, UnreachableError
from tickwheel.runtime.postgres.pool import RECONNECT_S, WatchfulPool
from tickwheel.runtime.postgres.pool import Connection as Connection
from tickwheel.runtime.settings import PostgresGroup

Pool = ConnectionPool[Connection]

ALIVE = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""A host that vanished, or a network that was cut, is noticed in 25 s instead of hours. The address may say otherwise."""

RETRIABLE: tuple[type[Exception], ...] = (
    psycopg.OperationalError,
    psycopg.errors.ReadOnlySqlTransaction,
    UnreachableError,
)
"""What a service goes on from: the server restarts, is full or out of connections, chose us in a deadlock, or is a stand-by that
has not been promoted yet."""


def connect(group: PostgresGroup, purpose: str) -> Connection:
    """One connection in autocommit mode: transactions are opened explicitly."""
    conninfo = _conninfo(group, purpose)
    try:
        return psycopg.connect(conninfo, autocommit=True)
    except psycopg.OperationalError as error:
        raise _unreachable(group, error) from error


def open_pool(group: PostgresGroup, purpose: str) -> Pool:
    """An open pool, once its first connection stands. The caller closes it."""
    connect(group, purpose).close()  # the pool would only say that it waited; this says why
    pool = WatchfulPool(
        _conninfo(group, purpose),
        connection_class=psycopg.Connection[TupleRow],
        kwargs={"autocommit": True},
        min_size=1,
        max_size=group.pool_max_connections,
        timeout=group.connect_timeout_s,
        reconnect_timeout=RECONNECT_S,
        name=purpose,
        check=ConnectionPool.check_connection,
        open=False,
    )
    pool.open(wait=True, timeout=group.connect_timeout_s)
    return pool


def _conninfo(group: PostgresGroup, purpose: str) -> str:
    dsn = group.dsn.get_secret_value()
    try:
        given = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError as error:
        # Its message quotes the address, which may hold a password.
        raise DsnError(
            "TICKWHEEL_POSTGRES_DSN cannot be understood: write it as postgresql://user:password@host:5432/database"
        ) from error
    limits = f"-c statement_timeout={group.statement_timeout_ms} -c lock_timeout={group.lock_timeout_ms} -c timezone=UTC"
    return make_conninfo(
        dsn,
        **{name: value for name, value in ALIVE.items() if name not in given},
        application_name=f"tickwheel {purpose}",
        connect_timeout=group.connect_timeout_s,
        options=f"{limits} {given.get('options') or ''}".strip(),
    )


def _unreachable(group: PostgresGroup, error: psycopg.OperationalError) -> UnreachableError:
    reason = (str(error).strip() or type(error).__name__).splitlines()[0].strip()
    return UnreachableError(
        f"Cannot connect to Postgres at {group.dsn} ({reason}): start it, or correct TICKWHEEL_POSTGRES_DSN"
    )
