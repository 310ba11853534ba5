"""archive: how long one month of a cluster takes to leave the tables, and to come back with the same checksum."""

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from tickwheel.embedded.postgres import EmbeddedPostgres
from tickwheel.projector import PACKAGE, SCHEMA
from tickwheel.projector.archive.operate import Operator
from tickwheel.projector.months import Month, make_partitions
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.postgres import migrate
from tickwheel.runtime.settings import ArchiveGroup, ArchiveSettings, PostgresGroup

Figures = dict[str, object]

MONTH = Month(2025, 9)
A_YEAR_LATER_MS = 1_788_220_800_000
HANDLERS = 20

EXECUTIONS = """
INSERT INTO executions (
    execution_id, created_at, job_id, job_name, owner, handler, queue, priority, status, origin, occurrence, due_at,
    scheduled_at, attempt, worker_id, waits_for, started_at, finished_at, result, payload, updated_at, log_partition, log_offset
)
SELECT
    md5('e' || n)::uuid, at, md5('j' || n %% 5000)::uuid, 'job-' || n %% 5000, 'ada', 'reports.handler_' || n %% %(handlers)s,
    'default', 50, CASE WHEN n %% 50 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, 'schedule', 'due-' || n, at, at, 1,
    'worker-' || n %% 7, '', at, at + n %% 9000 * interval '1 millisecond', '{"rows": 3}',
    jsonb_build_object('customer', n, 'region', 'eu', 'since', at), at, n %% 16, n
FROM (SELECT n, '2025-09-01'::timestamptz + n * interval '29 days' / %(rows)s AS at FROM generate_series(1, %(rows)s) n) g
"""
ATTEMPTS = """
INSERT INTO attempts (
    execution_id, attempt, created_at, job_id, status, worker_id, dispatched_at, claimed_at, started_at, finished_at, log_offset
)
SELECT execution_id, 1, created_at, job_id, status, worker_id, due_at, due_at, started_at, finished_at, log_offset FROM executions
"""


def archive(rows: int = 350_000) -> Figures:
    """Executions and as many attempts, of 20 handlers, with payloads and every index of the live tables."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres() as postgres:
        _fill(postgres.dsn, rows)
        operator = _operator(postgres.dsn, Path(folder))
        left = _timed(lambda: list(operator.run()))
        asked = _timed(lambda: operator.query("SELECT handler, count(*) FROM executions GROUP BY 1"))
        restored = _timed(lambda: operator.restore("2025-09"))
        (month,) = operator.months()
    return {
        "scenario": "archive",
        "jobs": rows,
        "files": month["files"],
        "mib": round(month["bytes"] / 2**20, 1),
        "archived_in": left,
        "asked_in": asked,
        "restored_in": restored,
    }


def _fill(dsn: str, rows: int) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        migrate(connection, PACKAGE, SCHEMA)
        connection.execute(f"SET search_path TO {SCHEMA}".encode())
        make_partitions(connection, MONTH)
        connection.execute(EXECUTIONS, {"rows": rows, "handlers": HANDLERS})
        connection.execute(ATTEMPTS)
        connection.execute("ANALYZE executions, attempts")


def _operator(dsn: str, folder: Path) -> Operator:
    settings = ArchiveSettings(
        postgres=PostgresGroup.model_validate({"dsn": dsn}), archive=ArchiveGroup(store=str(folder))
    )
    return Operator(settings, ManualClock(A_YEAR_LATER_MS))


def _timed(work: Callable[[], object]) -> dict[str, float]:
    """By the clock, and the processor time of this process: the rest is Postgres."""
    began, cpu = time.monotonic(), _cpu_s()
    work()
    return {"seconds": round(time.monotonic() - began, 1), "cpu_s": round(_cpu_s() - cpu, 1)}


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
