"""How the end of an execution, or of its waiting, changes its job."""

from tickwheel.protocol.events.event import ExecutionEvent
from tickwheel.protocol.events.execution import (
    AttemptDeferred,
    ExecutionCompleted,
    ExecutionUnblocked,
)
from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import ExecutionState, JobState


def completed(_job: JobState, event: ExecutionCompleted, _execution: ExecutionState | None) -> Changes:
    return {
        "failures": 0,
        "last_failed": False,
        "ended_at_ms": event.at_ms,
        "last_completed_ms": event.finished_at_ms,
        "last_completed_id": event.execution_id,
    }


def failed(job: JobState, event: ExecutionEvent, _execution: ExecutionState | None) -> Changes:
    return {"failures": job.failures + 1, "last_failed": True, "ended_at_ms": event.at_ms}


def ended_otherwise(_job: JobState, event: ExecutionEvent, _execution: ExecutionState | None) -> Changes:
    return {"last_failed": False, "ended_at_ms": event.at_ms}


def dead_letter_gone(_job: JobState, event: ExecutionEvent, _execution: ExecutionState | None) -> Changes:
    return {"ended_at_ms": event.at_ms}


def unblocked(_job: JobState, _event: ExecutionUnblocked, execution: ExecutionState | None) -> Changes:
    """An execution that waited for upstreams has used up their completions."""
    return _used_up(execution)


def deferred(_job: JobState, event: AttemptDeferred, execution: ExecutionState | None) -> Changes:
    return _used_up(execution) if event.waits_for == "turn" else {}


def _used_up(execution: ExecutionState | None) -> Changes:
    return {"satisfied": ()} if execution is not None and execution.waits_for == "upstreams" else {}


def nothing(_job: JobState, _event: object, _execution: ExecutionState | None) -> Changes:
    return {}
