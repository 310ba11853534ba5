"""Executions, their attempts and what they wrote, in the tables."""

from typing import Any

from tickwheel.command_api.reads.listing import SEARCHED_AT_MOST, Listing
from tickwheel.command_api.reads.rows import Row, all_rows, one_row
from tickwheel.runtime.postgres.connect import Pool

LISTING = Listing(
    table="tickwheel.executions",
    id="execution_id",
    columns=(
        "execution_id",
        "job_id",
        "job_name",
        "owner",
        "handler",
        "queue",
        "priority",
        "status",
        "origin",
        "attempt",
        "worker_id",
        "waiting_reason",
        "due_at",
        "not_before",
        "started_at",
        "finished_at",
        "failure_kind",
        "error_class",
        "error_message",
        "backfill_id",
        "retry_of",
        "created_at",
        "updated_at",
    ),
    sorts={"created_at": "created_at", "due_at": "due_at"},
    search=("job_name", "handler", "error_message"),
    search_among=SEARCHED_AT_MOST,
    filters={
        "ids": "execution_id = ANY(%s::uuid[])",
        "status": "status = ANY(%s)",
        "job_id": "job_id = %s",
        "handler": "handler = %s",
        "queue": "queue = %s",
        "owner": "owner = %s",
        "origin": "origin = %s",
        "worker": "worker_id = %s",
        "backfill": "backfill_id = %s",
        "since": "created_at >= %s",
        "until": "created_at < %s",
        # As the calendar counts: a backfill stands for the due time that it makes up for.
        "due_since": "coalesce(scheduled_at, due_at) >= %s",
        "due_until": "coalesce(scheduled_at, due_at) < %s",
    },
)

_EXECUTION = """
SELECT e.*, p.fraction AS progress, p.message AS progress_message
FROM tickwheel.executions e
LEFT JOIN tickwheel.execution_progress p ON p.execution_id = e.execution_id AND p.attempt = e.attempt
WHERE e.execution_id = %s
"""
_PLACE = "SELECT job_id::text, owner FROM tickwheel.executions WHERE execution_id = %s"
_ATTEMPTS = "SELECT * FROM tickwheel.attempts WHERE execution_id = %s ORDER BY attempt"
_LOGS = """
SELECT attempt, line, logged_at, level, message, fields, dropped
FROM tickwheel.execution_logs
WHERE execution_id = %s AND (attempt, line) > (%s, %s) AND level = ANY(%s)
ORDER BY attempt, line LIMIT %s
"""
_WHY = """
SELECT e.execution_id, e.job_id, e.job_name, e.owner, e.status, e.attempt, e.queue, e.due_at, e.not_before, e.waits_for,
    e.started_at, e.finished_at, e.worker_id, e.error_class, e.error_message, e.recall_reason, w.why, w.overdue
FROM tickwheel.executions e
LEFT JOIN tickwheel.waiting_executions w ON w.execution_id = e.execution_id
WHERE e.execution_id = %s
"""
LEVELS = ("debug", "info", "warning", "error")


def execution(pool: Pool, execution_id: str) -> Row | None:
    return one_row(pool, _EXECUTION, (execution_id,))


def place(pool: Pool, execution_id: str) -> tuple[str, str] | None:
    """(job id, owner) of an execution."""
    row = one_row(pool, _PLACE, (execution_id,))
    return None if row is None else (row["job_id"], row["owner"])


def attempts(pool: Pool, execution_id: str) -> list[Row]:
    return all_rows(pool, _ATTEMPTS, (execution_id,))


def logs(pool: Pool, execution_id: str, after: tuple[int, int], level: str, limit: int) -> list[Row]:
    levels = list(LEVELS[LEVELS.index(level) :])
    return all_rows(pool, _LOGS, (execution_id, *after, levels, limit))


def why(pool: Pool, execution_id: str) -> dict[str, Any] | None:
    """Why it does not run; an execution that runs or has ended says so."""
    row = one_row(pool, _WHY, (execution_id,))
    if row is None:
        return None
    overdue = row.pop("overdue")
    row["overdue_ms"] = 0 if overdue is None else round(overdue.total_seconds() * 1_000)
    row["why"] = row["why"] or _settled(row)
    return row


def _settled(row: Row) -> str:
    if row["status"] == "RUNNING":
        if row["recall_reason"]:
            return f"worker {row['worker_id']} was told to give it back: {row['recall_reason']}"
        return f"worker {row['worker_id']} has it, attempt {row['attempt']}"
    told = f": {row['error_message']}" if row["error_message"] else ""
    return f"it has ended as {row['status']}{told}"
