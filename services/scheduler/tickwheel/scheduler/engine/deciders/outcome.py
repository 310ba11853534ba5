"""A worker says how an attempt ended. Only the worker that holds the current attempt is believed."""

from collections.abc import Callable

from tickwheel.protocol.events.execution import AttemptDeferred, ExecutionCompleted
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.vocabulary import FailureKind
from tickwheel.scheduler.engine.deciders.claim import accept
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.evolution.occurrence_events import FROM_SCHEDULE
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import ending, recall, returned
from tickwheel.scheduler.engine.steps.failure import Failure, fail
from tickwheel.scheduler.engine.verdict import Verdict

DEFERRED_FOR_MS = 30_000
"""How long an attempt is put off if neither its worker nor the breaker says."""


def settle(draft: Draft, outcome: AttemptOutcome) -> Verdict:
    execution = draft.execution(outcome.execution_id)
    if execution is None:
        return "execution_over"
    if execution.attempt != outcome.attempt or execution.status not in ("QUEUED", "RUNNING"):
        return "stale_attempt"
    follow = _BY_STATUS.get(outcome.status)
    if follow is None:
        return "unknown_status"
    if execution.status == "QUEUED":
        # Claims and outcomes come by different topics: an outcome that is seen first implies its claim.
        accept(draft, execution, outcome.worker_id, outcome.started_at_ms)
        execution = draft.execution(outcome.execution_id) or execution
    elif execution.worker_id != outcome.worker_id:
        return "other_worker"
    follow(draft, execution, outcome)
    return None


def _completed(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    draft.record(
        ExecutionCompleted(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=outcome.worker_id,
            started_at_ms=outcome.started_at_ms,
            finished_at_ms=outcome.finished_at_ms,
            result=outcome.result,
        )
    )
    ending.after_completion(draft, execution)


def _failed(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    _fail(draft, execution, outcome, "error")


def _timed_out(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    _fail(draft, execution, outcome, "timed_out")


def _fail(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome, kind: FailureKind) -> None:
    if execution.recall in returned.CALLED_OFF:
        # Somebody wanted it ended, and it has ended: nobody wants it tried again.
        _end_cancelled(draft, execution, outcome)
        return
    failure = Failure(
        kind=kind,
        error_class=outcome.error_class or ("TimedOut" if kind == "timed_out" else ""),
        error_message=outcome.error_message,
        traceback=outcome.traceback,
        worker_id=outcome.worker_id,
        started_at_ms=outcome.started_at_ms,
        finished_at_ms=outcome.finished_at_ms,
        retryable=outcome.retryable,
        retry_after_ms=outcome.retry_after_ms,
    )
    fail(draft, execution, failure)


def _cancelled(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    if execution.recall == "timeout":
        _fail(draft, execution, outcome, "timed_out")
    else:
        _end_cancelled(draft, execution, outcome)


def _end_cancelled(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    reason = f"ended on request ({execution.recall})" if execution.recall else "ended by its worker"
    recall.cancel(draft, execution, reason, outcome.started_at_ms)
    ending.after_end(draft, execution)


def _came_back(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    returned.come_back(draft, execution, outcome.error_message or f"the worker {outcome.status} it")


def _deferred(draft: Draft, execution: ExecutionState, outcome: AttemptOutcome) -> None:
    """The worker found the breaker open: put off, and no attempt is used up."""
    parked = draft.known_job.paused_at_ms and execution.origin in FROM_SCHEDULE
    if execution.recall is not None or draft.known_job.deleted or parked:
        returned.come_back(draft, execution, "the worker put it off")
        return
    wait_ms = outcome.retry_after_ms if outcome.retry_after_ms > 0 else DEFERRED_FOR_MS
    until_ms = max(draft.around.open_breakers.get(draft.definition.handler, 0), draft.now_ms + wait_ms)
    draft.record(
        AttemptDeferred(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            until_ms=until_ms,
            reason=outcome.error_message or "its worker put it off",
        )
    )


_Follow = Callable[[Draft, ExecutionState, AttemptOutcome], None]
_BY_STATUS: dict[str, _Follow] = {
    "completed": _completed,
    "failed": _failed,
    "timed_out": _timed_out,
    "cancelled": _cancelled,
    "recalled": _came_back,
    "released": _came_back,
    "deferred": _deferred,
}
