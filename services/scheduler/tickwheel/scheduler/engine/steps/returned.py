"""An attempt came back from its worker without having started: by recall, release, or a lease that ended too early.

What becomes of the execution depends on why it was called back, if it was:

    cancel, delete, overlap   it is cancelled
    pause                     it waits until the job is resumed, unless that has happened meanwhile
    update                    it is planned anew, if the new schedule still has its due time, else skipped
    timeout, none             it is planned anew
"""

from tickwheel.protocol.events.execution import AttemptReleased, ExecutionSkipped
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.evolution.occurrence_events import FROM_SCHEDULE
from tickwheel.scheduler.engine.plan import schedule_of_job
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import ending, pausing, recall

CALLED_OFF = frozenset({"cancel", "delete", "overlap"})
_WHY_CANCELLED = {
    "cancel": "cancelled on request before it started",
    "delete": "its job was deleted before it started",
    "overlap": "a newer execution took its place before it started",
}


def come_back(draft: Draft, execution: ExecutionState, reason: str) -> None:
    why = execution.recall
    if why in CALLED_OFF or draft.known_job.deleted:
        recall.cancel(draft, execution, _WHY_CANCELLED[why or "delete"])
        ending.after_end(draft, execution)
    elif draft.known_job.paused_at_ms and execution.origin in FROM_SCHEDULE:
        pausing.park(draft, execution)
        ending.after_end(draft, execution)
    elif why == "update" and not still_planned(draft, execution):
        skip_outdated(draft, execution)
        ending.after_end(draft, execution)
    else:
        _release(draft, execution, reason)


def still_planned(draft: Draft, execution: ExecutionState) -> bool:
    """Whether the job as it is now would have this execution too."""
    if execution.origin not in FROM_SCHEDULE:
        return True
    return schedule_of_job(draft.known_job).next_after(execution.scheduled_ms - 1) == execution.scheduled_ms


def skip_outdated(draft: Draft, execution: ExecutionState) -> None:
    draft.record(
        ExecutionSkipped(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason_code="updated",
            reason="the job's schedule was changed and no longer has this due time",
        )
    )


def _release(draft: Draft, execution: ExecutionState, reason: str) -> None:
    draft.record(
        AttemptReleased(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=execution.worker_id,
            reason=reason,
        )
    )
