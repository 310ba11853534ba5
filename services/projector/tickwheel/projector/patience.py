"""Changes to tables that others read all the time.

Whoever waits for a table, because a long query reads it, makes everybody wait who comes after. So nobody here waits for long:
the change is given up, those behind it go through, and then it is tried again.
"""

from collections.abc import Callable
from time import sleep
from typing import TypeVar

import psycopg

from tickwheel.projector.faults import HeldError
from tickwheel.runtime.postgres.connect import Connection

T = TypeVar("T")

WAIT_MS = 1_500
"""So long others wait at most."""
TRIES = 100
PAUSE_S = 3.0


def wait_briefly(connection: Connection) -> None:
    """For the rest of the transaction."""
    connection.execute(f"SET LOCAL lock_timeout TO {WAIT_MS}".encode())


def until_free(change: Callable[[], T]) -> T:
    """`change` is a transaction of its own, or a part of one, that waits briefly."""
    for _ in range(TRIES):
        try:
            return change()
        except psycopg.errors.LockNotAvailable:
            sleep(PAUSE_S)
    raise HeldError(
        f"Somebody's queries have held the tables for more than {TRIES * PAUSE_S:.0f} s, and nothing was changed: end them (see "
        "pg_stat_activity), and run this again"
    )
