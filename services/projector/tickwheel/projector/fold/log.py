"""What handlers say while they run."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import foreign_document, text
from tickwheel.projector.rows.log import LogRow, ProgressRow
from tickwheel.protocol.logs import ExecutionLogged, ProgressReported


def logged(changes: Changes, message: ExecutionLogged) -> None:
    changes.execution_logs.append(
        LogRow(
            message.execution_id,
            message.attempt,
            message.line,
            message.job_id,
            message.at_ms,
            message.level,
            text(message.message),
            foreign_document(message.fields) if message.fields else None,
            message.dropped,
        )
    )


def progressed(changes: Changes, message: ProgressReported) -> None:
    changes.execution_progress[message.execution_id] = ProgressRow(
        message.execution_id,
        message.attempt,
        message.job_id,
        message.fraction,
        text(message.message),
        message.at_ms,
        changes.offset,
    )
