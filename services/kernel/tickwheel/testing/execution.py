"""One execution as a test wants to see it, folded from its events."""

from collections.abc import Iterable

import msgspec

from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.execution import (
    AttemptFailed,
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
)
from tickwheel.protocol.vocabulary import ExecutionStatus


class Execution(msgspec.Struct, kw_only=True):
    execution_id: str
    job_name: str
    handler: str
    due_ms: int
    status: ExecutionStatus = "PENDING"
    started_at_ms: int = 0
    result: str = ""
    """JSON as text, or empty."""
    error: str = ""
    """Class and message of the last failure, or empty."""
    failures: int = 0
    """Attempts that failed, the last one among them."""


def executions_of(events: Iterable[Event]) -> list[Execution]:
    found: dict[str, Execution] = {}
    for event in events:
        if isinstance(event, ExecutionCreated):
            found[event.execution_id] = Execution(
                execution_id=event.execution_id,
                job_name=event.job_name,
                handler=event.handler,
                due_ms=event.due_ms,
            )
        elif isinstance(event, ExecutionEvent) and event.execution_id in found:
            _fold(found[event.execution_id], event)
    return list(found.values())


def _fold(execution: Execution, event: ExecutionEvent) -> None:
    match event:
        case ExecutionCompleted():
            execution.status = "COMPLETED"
            execution.started_at_ms = event.started_at_ms
            execution.result = event.result
        case AttemptFailed():
            execution.status = "PENDING_RETRY"
            execution.failures += 1
            execution.error = f"{event.error_class}: {event.error_message}"
        case ExecutionFailed():
            execution.status = "FAILED"
            execution.failures += 1
            execution.error = f"{event.error_class}: {event.error_message}"
        case ExecutionCancelled():
            execution.status = "CANCELLED"
        case ExecutionSkipped():
            execution.status = "SKIPPED"
        case _:
            return
