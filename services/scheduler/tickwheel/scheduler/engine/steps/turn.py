"""Executions of one job take turns, unless it allows overlap. Who waits, who is next, who is dropped.

Whether an occurrence overlaps is decided when it is due, not when it is created a lead earlier: until then the
one before it may have ended.
"""

from tickwheel.protocol.events.execution import (
    AttemptDeferred,
    ExecutionSkipped,
    ExecutionUnblocked,
    ExecutionWaiting,
)
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.evolution.tally import holds_turn
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import recall


def must_wait(draft: Draft) -> bool:
    return draft.known_job.active > 0 and draft.definition.overlap != "allow"


def pass_on(draft: Draft) -> None:
    """If nobody has the turn, the one that has waited longest gets it."""
    job = draft.job
    if job is None or job.active or not job.live or job.definition is None:
        return
    if draft.definition.overlap == "allow":
        let_all_go(draft)
        return
    waiting = [e for e in draft.executions() if e.waits_for == "turn"]
    if waiting:
        unblock(draft, min(waiting, key=lambda e: (e.due_ms, e.number)))


def let_all_go(draft: Draft) -> None:
    """Nobody needs a turn any more."""
    for execution in list(draft.executions()):
        if execution.waits_for == "turn":
            unblock(draft, execution)


def settle(draft: Draft, execution: ExecutionState) -> None:
    """An execution that waits for its turn is due: what becomes of it is up to the job's overlap policy."""
    policy = draft.definition.overlap
    if policy == "allow" or not draft.known_job.active:
        unblock(draft, execution)
    elif policy == "skip":
        skip(draft, execution, "it was due while another execution had not ended")
    elif policy == "buffer_one" and any(e for e in _buffered(draft) if e is not execution):
        skip(draft, execution, "it was due while another execution had not ended and a third already waited")
    else:
        wait(draft, execution)
        if policy == "cancel_running":
            _make_room(draft, execution)


def queue_up(draft: Draft, execution: ExecutionState) -> None:
    """Let an execution that waited for something else wait for its turn; if it is due, decide at once."""
    draft.record(
        AttemptDeferred(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            until_ms=0,
            reason="",
            waits_for="turn",
        )
    )
    queued = draft.execution(execution.execution_id)
    if queued is not None and queued.due_ms <= draft.now_ms:
        settle(draft, queued)


def unblock(draft: Draft, execution: ExecutionState) -> None:
    draft.record(
        ExecutionUnblocked(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            not_before_ms=max(execution.not_before_ms, execution.due_ms),
        )
    )


def skip(draft: Draft, execution: ExecutionState, reason: str) -> None:
    draft.record(
        ExecutionSkipped(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason_code="overlap",
            reason=reason,
        )
    )


def wait(draft: Draft, execution: ExecutionState) -> None:
    draft.record(
        ExecutionWaiting(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason="waits until the execution before it has ended",
        )
    )


def _buffered(draft: Draft) -> list[ExecutionState]:
    return [e for e in draft.executions() if e.waits_for == "turn" and e.waiting_reason]


def _make_room(draft: Draft, newest: ExecutionState) -> None:
    """Only the newest is wanted: those that wait are dropped, those that run are called back. A trigger for later
    stands in nobody's way yet.
    """
    for execution in list(draft.executions()):
        if execution.execution_id == newest.execution_id or execution.backfill_id:
            continue
        if execution.waits_for == "turn" and execution.waiting_reason:
            skip(draft, execution, "a newer execution took its place")
        elif holds_turn(execution) and execution.due_ms <= draft.now_ms:
            recall.call_off(draft, execution, "overlap", "a newer execution took its place")
    pass_on(draft)
