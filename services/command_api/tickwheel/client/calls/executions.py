"""Executions and dead letters."""

from typing import Any

from tickwheel.client.answers import (
    DeadLetter,
    DeadLetterGroups,
    DeadLetterLine,
    Decision,
    Execution,
    ExecutionLine,
    Json,
    LogLines,
    Page,
    Why,
)
from tickwheel.client.call import Call, get, segment, write


def list_executions(job: str = "", **query: Any) -> Call[Page[ExecutionLine]]:
    """A page of executions, the newest first."""
    return get("/executions", job=job, **query)


def show_execution(execution_id: str, min_offset: str = "") -> Call[Execution]:
    """An execution with its attempts."""
    return get(f"/executions/{segment(execution_id)}", min_offset=min_offset)


def why(execution_id: str, min_offset: str = "") -> Call[Why]:
    """Why an execution does not run yet, or how it ended."""
    return get(f"/executions/{segment(execution_id)}/why", min_offset=min_offset)


def execution_logs(
    execution_id: str, after: str = "0:0", level: str = "debug", limit: int = 1_000
) -> Call[LogLines]:
    """The lines that the handler wrote after this `attempt:line`."""
    return get(f"/executions/{segment(execution_id)}/logs", after=after, level=level, limit=limit)


def cancel_execution(execution_id: str, reason: str = "", key: str = "") -> Call[Decision]:
    """End an execution that waits or runs."""
    return write("POST", f"/executions/{segment(execution_id)}/cancel", key, {"reason": reason})


def retry_execution(execution_id: str, key: str = "") -> Call[Decision]:
    """Run a failed execution again, as a new execution."""
    return write("POST", f"/executions/{segment(execution_id)}/retry", key)


def list_dead_letters(**query: Any) -> Call[Page[DeadLetterLine]]:
    """A page of executions that failed for good, the newest first."""
    return get("/dead-letter", **query)


def group_dead_letters(limit: int = 100, min_offset: str = "") -> Call[DeadLetterGroups]:
    """Open dead letters that failed alike, counted."""
    return get("/dead-letter/groups", limit=limit, min_offset=min_offset)


def show_dead_letter(execution_id: str) -> Call[DeadLetter]:
    """A dead letter with all that is needed to understand it."""
    return get(f"/dead-letter/{segment(execution_id)}")


def redrive_dead_letter(execution_id: str, payload: Json | None = None, key: str = "") -> Call[Decision]:
    """Run a dead letter again, as a new execution, and take it off the list."""
    return write("POST", f"/dead-letter/{segment(execution_id)}/retry", key, {"payload": payload})


def dismiss_dead_letter(execution_id: str, reason: str = "", key: str = "") -> Call[Decision]:
    """Take a dead letter off the list without running it."""
    return write("DELETE", f"/dead-letter/{segment(execution_id)}", key, params={"reason": reason})
