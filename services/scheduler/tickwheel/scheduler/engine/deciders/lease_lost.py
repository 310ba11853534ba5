"""The worker that held an attempt is gone. An attempt that was to start later provably did not; any other may have."""

from tickwheel.protocol.events.execution import AttemptLost
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.inputs import LeaseLost
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import ending, failure, recall, returned
from tickwheel.scheduler.engine.verdict import Verdict

CLOCK_SKEW_MS = 2_000
"""How far the clock of a worker may be ahead of ours without harm to at_most_once."""


def lose(draft: Draft, lost: LeaseLost) -> Verdict:
    execution = draft.execution(lost.execution_id)
    if execution is None:
        return "execution_over"
    if (
        execution.status != "RUNNING"
        or execution.attempt != lost.attempt
        or execution.worker_id != lost.worker_id
    ):
        return "stale_attempt"
    if _provably_unstarted(draft, execution):
        _unstarted(draft, execution)
    elif execution.recall in returned.CALLED_OFF:
        _record(draft, execution, started=True, retry_at_ms=0)
        recall.cancel(draft, execution, "called off, and its worker was lost", execution.starts_at_ms)
        ending.after_end(draft, execution)
    elif failure.may_retry(draft, execution):
        _record(draft, execution, started=True, retry_at_ms=failure.retry_at_ms(draft, execution))
    else:
        _give_up(draft, execution)
    return None


def _provably_unstarted(draft: Draft, execution: ExecutionState) -> bool:
    """No clock has shown its start yet: not ours, even if it was set back since, and not the worker's, if that is ahead."""
    latest_ms = max(draft.now_ms, draft.around.latest_ms)
    return latest_ms + CLOCK_SKEW_MS < execution.starts_at_ms


def _unstarted(draft: Draft, execution: ExecutionState) -> None:
    """As if it had been handed back, even at most once: the lease ended before it was to start."""
    if execution.recall is not None or draft.known_job.deleted or draft.known_job.paused_at_ms:
        returned.come_back(draft, execution, "its worker was lost before it started")
    else:
        _record(draft, execution, started=False, retry_at_ms=execution.not_before_ms)


def _give_up(draft: Draft, execution: ExecutionState) -> None:
    _record(draft, execution, started=True, retry_at_ms=0)
    lost = failure.Failure(
        kind="lost",
        error_class="WorkerLost",
        error_message=f"worker {execution.worker_id} was lost before it reported",
        worker_id=execution.worker_id,
        started_at_ms=execution.starts_at_ms,
        finished_at_ms=draft.now_ms,
    )
    failure.give_up(draft, draft.execution(execution.execution_id) or execution, lost)


def _record(draft: Draft, execution: ExecutionState, *, started: bool, retry_at_ms: int) -> None:
    draft.record(
        AttemptLost(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=execution.worker_id,
            started=started,
            retry_at_ms=retry_at_ms,
        )
    )
