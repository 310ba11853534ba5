"""Stops a job's schedule: what it has planned and not started waits until the job is resumed."""

from tickwheel.protocol.events.execution import AttemptDeferred
from tickwheel.protocol.events.job import JobPaused
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.evolution.occurrence_events import FROM_SCHEDULE
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import recall


def pause(draft: Draft, reason: str, *, automatic: bool = False) -> None:
    draft.record(JobPaused(**draft.stamp(), reason=reason, automatic=automatic))
    for execution in list(draft.executions()):
        if execution.origin not in FROM_SCHEDULE:
            continue
        if execution.status == "PENDING":
            park(draft, execution)
        elif execution.status == "QUEUED" or (
            execution.status == "RUNNING" and execution.starts_at_ms > draft.now_ms
        ):
            recall.request(draft, execution, "pause")


def park(draft: Draft, execution: ExecutionState) -> None:
    """It waits until the job is resumed."""
    if execution.waits_for == "resume":
        return
    draft.record(
        AttemptDeferred(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            until_ms=0,
            reason="waits until the job is resumed",
            waits_for="resume",
        )
    )
