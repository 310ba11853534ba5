"""Calls an execution back: ends it if no worker has it, else asks the worker and waits for its answer.

PENDING, PENDING_RETRY   nobody has it: it ends at once
QUEUED, RUNNING          RecallRequested; the attempt is recalling until
                           "recalled"      it had not started: cancelled, put off or planned anew
                           an outcome      it had: the outcome stands
                           a lost lease    the worker is dead: as if recalled, or lost
"""

from tickwheel.protocol.events.execution import ExecutionCancelled, RecallRequested
from tickwheel.protocol.vocabulary import RecallReason
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.timers import STOPS_RUNNING, recall_of


def call_off(draft: Draft, execution: ExecutionState, why: RecallReason, reason: str) -> None:
    """End it, at once or as soon as its worker has answered."""
    if execution.status in ("QUEUED", "RUNNING"):
        request(draft, execution, why)
    elif execution.status != "FAILED":
        cancel(draft, execution, reason)


def request(draft: Draft, execution: ExecutionState, why: RecallReason) -> None:
    """Ask for the attempt back, unless it was already asked for as firmly."""
    if execution.recall == why or (execution.recall in STOPS_RUNNING and why not in STOPS_RUNNING):
        return
    draft.record(
        RecallRequested(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason=why,
            worker_id=execution.worker_id,
        )
    )
    send(draft, execution.execution_id)


def send(draft: Draft, execution_id: str) -> None:
    execution = draft.execution(execution_id)
    message = None if execution is None else recall_of(execution)
    if message is not None:
        draft.recalls.append(message)


def cancel(draft: Draft, execution: ExecutionState, reason: str, started_at_ms: int = 0) -> None:
    draft.record(
        ExecutionCancelled(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason=reason,
            started_at_ms=started_at_ms,
        )
    )


def may_have_started(draft: Draft, execution: ExecutionState) -> bool:
    """Whether the attempt that a worker has may be running already. One that is still in a mailbox may be: its
    claim can be on the way.
    """
    if execution.status == "RUNNING":
        return execution.starts_at_ms <= draft.now_ms
    return execution.status == "QUEUED" and execution.not_before_ms <= draft.now_ms
