"""A pool that tells at once that Postgres is away, instead of letting everybody wait for it.

    the first wait in vain (5 s)    all others: refused at once    one at a time looks (1 s)    it answers: all may ask again

Without that each request of an outage holds a thread for the whole time-out, until no thread is left for those who need none of it.
"""

import threading
from typing import Any

import psycopg
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool, PoolTimeout

Connection = psycopg.Connection[TupleRow]

LOOK_S = 1.0
RECONNECT_S = 2.0
"""A lost connection is given up after so long, and made anew when one is asked for. The pool's own patience of minutes, with pauses
that double, would keep it away for a minute after Postgres is back."""


class WatchfulPool(ConnectionPool[Connection]):
    def __init__(self, conninfo: str, **settings: Any) -> None:
        self._is_away = False
        self._looking = threading.Lock()
        """Held by the one who looks whether Postgres is back."""
        super().__init__(conninfo, **settings)

    def getconn(self, timeout: float | None = None) -> Connection:
        if self._is_away:
            return self._look(self.timeout if timeout is None else timeout)
        try:
            return super().getconn(timeout)
        except PoolTimeout:
            self._is_away = timeout is None  # who has less patience has not seen that it is
            raise

    def _look(self, timeout: float) -> Connection:
        if not self._looking.acquire(blocking=False):
            raise PoolTimeout("Postgres gave no connection a moment ago")
        try:
            connection = super().getconn(min(timeout, LOOK_S))
            self._is_away = False
            return connection
        finally:
            self._looking.release()
