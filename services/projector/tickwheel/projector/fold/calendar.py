"""Events about calendars. Their key stands in job_id, and their numbers count as a job's do."""

from tickwheel.projector.changes import Changes, OutOfSequenceError
from tickwheel.projector.copytext import document, text, word
from tickwheel.projector.rows.record import CalendarRow
from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted


def defined(changes: Changes, event: CalendarDefined) -> None:
    definition = event.definition
    row = _row(changes, event, definition.name)
    row.effect = definition.effect
    row.everywhere = definition.everywhere
    row.timezone = text(definition.timezone)
    row.definition = document(definition)
    row.version = event.version
    row.defined_ms = event.at_ms
    row.defined_by = word(event.actor)
    row.deleted_ms = None


def deleted(changes: Changes, event: CalendarDeleted) -> None:
    _row(changes, event, event.name).deleted_ms = event.at_ms


def _row(changes: Changes, event: CalendarDefined | CalendarDeleted, name: str) -> CalendarRow:
    row = changes.calendars.get(event.job_id)
    if row is None:
        row = CalendarRow(
            event.job_id,
            changes.partition,
            changes.offset,
            event.sequence,
            changes.offset,
            event.sequence,
            text(name),
        )
        changes.calendars[event.job_id] = row
    elif event.sequence != row.sequence + 1:
        raise OutOfSequenceError(event.job_id, row.sequence + 1, event.sequence)
    row.sequence = event.sequence
    row.log_offset = changes.offset
    return row
