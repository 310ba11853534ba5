"""Reads from the projected tables. The SQL is plain: the same that anyone may write."""

from typing import Any

from psycopg.rows import dict_row

from tickwheel.runtime.postgres.connect import Pool

MOST_ROWS = 500

_JOBS = "SELECT * FROM tickwheel.jobs ORDER BY created_at DESC, job_id LIMIT %s"
_JOB = "SELECT * FROM tickwheel.jobs WHERE job_id = %s"
_EXECUTIONS = "SELECT * FROM tickwheel.executions ORDER BY created_at DESC, execution_id LIMIT %s"
_EXECUTIONS_OF_JOB = (
    "SELECT * FROM tickwheel.executions WHERE job_id = %s ORDER BY created_at DESC, execution_id LIMIT %s"
)
_EXECUTION = "SELECT * FROM tickwheel.executions WHERE execution_id = %s"

Row = dict[str, Any]


def jobs(pool: Pool, limit: int) -> list[Row]:
    return _all(pool, _JOBS, (min(limit, MOST_ROWS),))


def job(pool: Pool, job_id: str) -> Row | None:
    return next(iter(_all(pool, _JOB, (job_id,))), None)


def executions(pool: Pool, limit: int, job_id: str = "") -> list[Row]:
    if job_id:
        return _all(pool, _EXECUTIONS_OF_JOB, (job_id, min(limit, MOST_ROWS)))
    return _all(pool, _EXECUTIONS, (min(limit, MOST_ROWS),))


def execution(pool: Pool, execution_id: str) -> Row | None:
    return next(iter(_all(pool, _EXECUTION, (execution_id,))), None)


def _all(pool: Pool, query: str, values: tuple[object, ...]) -> list[Row]:
    with pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query, values).fetchall()
