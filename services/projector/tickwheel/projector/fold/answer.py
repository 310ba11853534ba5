"""Answers to commands that changed nothing. They have no number of their own, so there is nothing to follow."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import text, word
from tickwheel.projector.rows.record import CommandRow
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated


def rejected(changes: Changes, event: CommandRejected) -> None:
    row = CommandRow(
        word(event.cause_id),
        event.job_id,
        changes.offset,
        text(event.command_type),
        False,
        word(event.actor),
        event.at_ms,
        "CommandRejected",
        event.sequence,
    )
    row.code = text(event.code)
    row.field = text(event.field)
    row.message = text(event.message)
    changes.commands.setdefault((event.cause_id, event.job_id), row)


def repeated(changes: Changes, event: CommandRepeated) -> None:
    """The first answer stands."""
