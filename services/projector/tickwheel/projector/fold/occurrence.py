"""Events about due times that did not become an execution."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import text
from tickwheel.projector.rows.record import SkippedRow
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped

DEDUPLICATED = "came again within the dedup window"


def skipped(changes: Changes, event: OccurrenceSkipped) -> None:
    changes.job(event).next_due_ms = event.next_due_ms
    changes.skipped_occurrences.append(
        SkippedRow(
            event.job_id,
            changes.offset,
            text(event.occurrence),
            event.due_ms,
            event.last_due_ms,
            event.count,
            event.more,
            text(event.reason_code),
            text(event.reason),
            event.at_ms,
        )
    )


def deduplicated(changes: Changes, event: OccurrenceDeduplicated) -> None:
    changes.job(event).next_due_ms = event.next_due_ms
    changes.skipped_occurrences.append(
        SkippedRow(
            event.job_id,
            changes.offset,
            text(event.occurrence),
            event.due_ms,
            event.due_ms,
            1,
            False,
            "deduplicated",
            DEDUPLICATED,
            event.at_ms,
            text(event.dedup_key),
            event.first_execution_id or None,
        )
    )
