"""Events about dead letters."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import text, word
from tickwheel.projector.rows.record import DeadLetterRow
from tickwheel.protocol.events.dead_letter import DeadLetterDismissed, DeadLetterExpired, DeadLetterRedriven

Resolution = DeadLetterRedriven | DeadLetterDismissed | DeadLetterExpired


def redriven(changes: Changes, event: DeadLetterRedriven) -> None:
    _resolve(changes, event, "REDRIVEN").new_execution_id = event.new_execution_id


def dismissed(changes: Changes, event: DeadLetterDismissed) -> None:
    _resolve(changes, event, "DISMISSED").resolution = text(event.reason)


def expired(changes: Changes, event: DeadLetterExpired) -> None:
    _resolve(changes, event, "EXPIRED")


def _resolve(changes: Changes, event: Resolution, status: str) -> DeadLetterRow:
    changes.job(event)
    row = changes.dead_letters.setdefault(
        event.execution_id, DeadLetterRow(event.execution_id, changes.offset, status)
    )
    row.log_offset = changes.offset
    row.status = status
    row.resolved_ms = event.at_ms
    row.resolved_by = word(event.actor)
    return row
