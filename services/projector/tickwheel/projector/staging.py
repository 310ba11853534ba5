"""The staging tables of one connection: filled by COPY at the start of a transaction, emptied at its end."""

from collections import Counter
from collections.abc import Sequence

import psycopg

from tickwheel.projector.merge import plan
from tickwheel.runtime.postgres.connect import Connection

LITTER_MAX = 4_000
"""Deleted rows lie in their table, and are read over, until it is truncated. That takes a millisecond and every plan that
reads the table, so it waits until so many have gathered."""


class Staging:
    def __init__(self, connection: Connection) -> None:
        connection.execute(plan.statement("staging"))
        self._litter: Counter[str] = Counter()

    def fill(self, cursor: psycopg.Cursor, staged: Sequence[plan.Staged]) -> None:
        for stage, text, _ in staged:
            self._litter[stage.table] += text.count("\n")
            with cursor.copy(f"COPY staged_{stage.table} FROM STDIN WITH (NULL 'None')") as copy:
                copy.write(text)

    def empty(self, cursor: psycopg.Cursor, staged: Sequence[plan.Staged]) -> None:
        """Those that were filled. A transaction that fails leaves nothing in them anyway."""
        for stage, _, _ in staged:
            verb = "DELETE FROM"
            if self._litter[stage.table] > LITTER_MAX:
                self._litter[stage.table] = 0
                verb = "TRUNCATE"
            cursor.execute(f"{verb} staged_{stage.table}".encode())
