"""Rows that are kept for a while and then deleted, in small steps: no lock is long, and an interrupted run goes on.

Nothing is lost by it: what comes from the journal stays in the journal, which is kept for ever.
"""

from collections.abc import Iterator
from typing import NamedTuple

from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.archive import horizons
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import ArchiveGroup

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
STEP = 10_000
"""Rows deleted in one transaction."""

API = "tickwheel_api"

DELETE = """
WITH gone AS (SELECT ctid FROM {table} WHERE {column} < {before} AND {further} LIMIT {step})
DELETE FROM {table} t USING gone WHERE t.ctid = gone.ctid
"""
DELETE_JOBS = """
WITH gone AS (SELECT job_id FROM {table} WHERE created_at < {before} AND {column} < {before} LIMIT {step}),
versions AS (DELETE FROM {versions} v USING gone WHERE v.job_id = gone.job_id AND v.changed_at < {before})
DELETE FROM {table} t USING gone WHERE t.job_id = gone.job_id AND t.{column} < {before}
"""


class Rule(NamedTuple):
    table: str
    column: str
    """Tells the age of a row."""
    keep_ms: int
    further: str = "true"
    schema: str = SCHEMA


def rules(keep: ArchiveGroup) -> list[Rule]:
    return [
        Rule("execution_logs", "logged_at", keep.log_days * DAY_MS),
        Rule("execution_progress", "reported_at", keep.log_days * DAY_MS),
        # An open one can still be sent back to work. The scheduler closes it after 30 days, by an event.
        Rule("dead_letters", "failed_at", keep.dead_letter_days * DAY_MS, "status <> 'OPEN'"),
        Rule("skipped_occurrences", "skipped_at", keep.skip_days * DAY_MS),
        Rule("commands", "decided_at", keep.command_days * DAY_MS),
        # Retired: nobody can name it any more, not even to get an old answer again.
        Rule("jobs", "retired_at", keep.job_days * DAY_MS),
        Rule("workers", "last_seen_at", keep.worker_days * DAY_MS),
        Rule("sessions", "last_seen_at", keep.session_hours * HOUR_MS, schema=API),
        Rule("operations", "started_at", keep.command_days * DAY_MS, "status <> 'RUNNING'", API),
    ]


class Retention:
    def __init__(self, connection: Connection, clock: Clock, keep: ArchiveGroup) -> None:
        self._connection = connection
        self._clock = clock
        self._rules = rules(keep)

    def sweep(self) -> Iterator[tuple[str, int]]:
        """Each table with the rows that were deleted from it, as soon as it is done."""
        for rule in self._rules:
            if self._exists(rule):
                yield rule.table, self._sweep(rule)

    def _exists(self, rule: Rule) -> bool:
        """The tables of the API are not there where it has never run."""
        found = self._connection.execute("SELECT to_regclass(%s)", [f"{rule.schema}.{rule.table}"]).fetchone()
        return found != (None,)

    def _sweep(self, rule: Rule) -> int:
        before_ms = self._clock.now_ms() - rule.keep_ms
        if rule.table in horizons.COLUMNS:
            horizons.move(self._connection, rule.table, before_ms)
        query = sql.SQL(DELETE_JOBS if rule.table == "jobs" else DELETE).format(
            table=sql.Identifier(rule.schema, rule.table),
            versions=sql.Identifier(SCHEMA, "job_versions"),
            column=sql.Identifier(rule.column),
            before=sql.SQL("to_timestamp({})").format(sql.Literal(before_ms / 1_000)),
            further=sql.SQL(rule.further),
            step=sql.Literal(STEP),
        )
        deleted = 0
        while step := self._connection.execute(query).rowcount:
            deleted += step
        return deleted
