"""While Postgres is away one looks for all, and whoever has little patience proves nothing."""

from typing import Any, cast

import pytest
from psycopg_pool import ConnectionPool, PoolTimeout

from tickwheel.runtime.postgres.pool import LOOK_S, Connection, WatchfulPool

CONNECTION = cast("Connection", object())


class Server:
    """Stands where the pool would ask Postgres."""

    def __init__(self) -> None:
        self.is_up = False
        self.asked: list[float | None] = []

    def getconn(self, pool: Any, timeout: float | None = None) -> Connection:
        self.asked.append(timeout)
        if not self.is_up:
            raise PoolTimeout
        return CONNECTION


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(ConnectionPool, "getconn", lambda pool, timeout=None: server.getconn(pool, timeout))
    return server


@pytest.fixture
def pool() -> WatchfulPool:
    return WatchfulPool("", open=False, timeout=5.0)


def test_after_a_wait_in_vain_one_looks_for_a_short_time_until_it_is_back(
    server: Server, pool: WatchfulPool
) -> None:
    for _ in range(2):
        with pytest.raises(PoolTimeout):
            pool.getconn()
    server.is_up = True
    assert pool.getconn() is pool.getconn() is CONNECTION
    assert server.asked == [None, LOOK_S, LOOK_S, None]


def test_while_one_looks_all_others_are_refused_at_once(server: Server, pool: WatchfulPool) -> None:
    with pytest.raises(PoolTimeout):
        pool.getconn()
    server.is_up = True
    with pool._looking, pytest.raises(PoolTimeout, match="a moment ago"):
        pool.getconn()
    assert server.asked == [None]


def test_a_busy_pool_is_not_taken_for_one_that_is_away(server: Server, pool: WatchfulPool) -> None:
    with pytest.raises(PoolTimeout):
        pool.getconn(0.5)
    server.is_up = True
    assert pool.getconn() is CONNECTION
    assert server.asked == [0.5, None]
