"""How an attempt ends when something else about its execution happens."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.rows.execution import ExecutionRow
from tickwheel.protocol.events.event import ExecutionEvent


def close_attempt(
    changes: Changes, event: ExecutionEvent, row: ExecutionRow, status: str, started_ms: int = 0
) -> None:
    """The attempt ends, unless it had ended before: then its execution was waiting for the next one.

    Whether it had is known only if its end is in this batch too; if not, the merge looks.
    """
    known = changes.attempts.get((event.execution_id, event.attempt))
    if known is not None and known.finished_ms:
        return
    attempt = changes.attempt(event, row)
    attempt.if_open = known is None
    attempt.status = status
    attempt.error_message = row.waiting_reason or row.error_message
    attempt.started_ms = started_ms or attempt.started_ms
    attempt.finished_ms = event.at_ms
