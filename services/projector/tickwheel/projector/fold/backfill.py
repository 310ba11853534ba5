"""Events about backfills."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import word
from tickwheel.projector.rows.record import BackfillRow, CommandRow
from tickwheel.protocol.events.backfill import BackfillEnded, BackfillPlanned, BackfillStarted


def planned(changes: Changes, event: BackfillPlanned) -> None:
    """The answer to a dry run. It has a number, but nothing else changed."""
    changes.job(event)
    row = CommandRow(
        word(event.cause_id),
        event.job_id,
        changes.offset,
        "BackfillJob",
        True,
        word(event.actor),
        event.at_ms,
        "BackfillPlanned",
        event.sequence,
    )
    row.message = f"dry run: it would create {event.count} executions"
    changes.commands.setdefault((event.cause_id, event.job_id), row)


def started(changes: Changes, event: BackfillStarted) -> None:
    changes.job(event)
    row = _row(changes, event)
    row.from_ms = event.from_ms
    row.to_ms = event.to_ms
    row.planned = event.count
    row.rate_per_minute = event.rate_per_minute
    row.started_ms = event.at_ms
    row.started_by = word(event.actor)


def ended(changes: Changes, event: BackfillEnded) -> None:
    changes.job(event)
    row = _row(changes, event)
    row.created = event.created
    row.ended_ms = event.at_ms


def _row(changes: Changes, event: BackfillStarted | BackfillEnded) -> BackfillRow:
    row = changes.backfills.setdefault(
        (event.backfill_id, event.job_id),
        BackfillRow(word(event.backfill_id), event.job_id, changes.offset),
    )
    row.log_offset = changes.offset
    return row
