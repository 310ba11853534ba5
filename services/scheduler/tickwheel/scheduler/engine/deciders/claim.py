"""A worker takes an attempt."""

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.events.execution import AttemptClaimed
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import recall
from tickwheel.scheduler.engine.verdict import Verdict


def claim(draft: Draft, said: AttemptClaim) -> Verdict:
    execution = draft.execution(said.execution_id)
    if execution is None:
        return "execution_over"
    if execution.attempt != said.attempt or execution.status != "QUEUED":
        return "stale_attempt"
    accept(draft, execution, said.worker_id, said.starts_at_ms)
    # Whoever recalled it before it was claimed did not know whom to ask.
    recall.send(draft, said.execution_id)
    return None


def accept(draft: Draft, execution: ExecutionState, worker_id: str, starts_at_ms: int) -> None:
    draft.record(
        AttemptClaimed(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=worker_id,
            starts_at_ms=max(starts_at_ms, execution.not_before_ms),
        )
    )
