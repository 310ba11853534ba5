"""An attempt failed: it is tried again after a wait, or the execution ends as a dead letter."""

import msgspec

from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.events.execution import AttemptFailed, ExecutionFailed
from tickwheel.protocol.vocabulary import FailureKind
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.retry import retry_delay_ms
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import ending

LONGEST_REQUESTED_DELAY_MS = 7 * 86_400_000


class Failure(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is known of a failed attempt."""

    kind: FailureKind
    error_class: str
    error_message: str
    traceback: str = ""
    worker_id: str = ""
    started_at_ms: int = 0
    finished_at_ms: int = 0
    retryable: bool = True
    retry_after_ms: int = -1


def fail(draft: Draft, execution: ExecutionState, failure: Failure) -> None:
    if failure.retryable and may_retry(draft, execution, failure.error_class):
        _try_again(draft, execution, failure)
    else:
        give_up(draft, execution, failure)


def may_retry(draft: Draft, execution: ExecutionState, error_class: str = "") -> bool:
    """Whether an attempt that may have started can be followed by another."""
    definition = draft.definition
    return (
        definition.delivery != "at_most_once"
        and not draft.known_job.deleted
        and execution.used < definition.max_retries
        and error_class not in definition.non_retryable
    )


def retry_at_ms(draft: Draft, execution: ExecutionState, requested_ms: int = -1) -> int:
    """When the next attempt is due, by the handler's wish or the job's backoff."""
    if requested_ms >= 0:
        return draft.now_ms + min(requested_ms, LONGEST_REQUESTED_DELAY_MS)
    definition = draft.definition
    return draft.now_ms + retry_delay_ms(
        execution.used + 1,
        definition.backoff_initial_ms,
        definition.backoff_factor,
        definition.backoff_cap_ms,
        definition.backoff_jitter,
        execution.execution_id,
    )


def give_up(draft: Draft, execution: ExecutionState, failure: Failure) -> None:
    draft.record(
        ExecutionFailed(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=failure.worker_id,
            kind=failure.kind,
            error_class=failure.error_class,
            error_message=failure.error_message,
            traceback=failure.traceback,
            started_at_ms=failure.started_at_ms,
            finished_at_ms=failure.finished_at_ms,
            dead_lettered=True,
        )
    )
    draft.outbox.append(_dead_letter(draft, execution, failure))
    ending.after_failure(draft, execution)


def _try_again(draft: Draft, execution: ExecutionState, failure: Failure) -> None:
    draft.record(
        AttemptFailed(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            worker_id=failure.worker_id,
            kind=failure.kind,
            error_class=failure.error_class,
            error_message=failure.error_message,
            traceback=failure.traceback,
            started_at_ms=failure.started_at_ms,
            finished_at_ms=failure.finished_at_ms,
            retry_at_ms=retry_at_ms(draft, execution, failure.retry_after_ms),
        )
    )


def _dead_letter(draft: Draft, execution: ExecutionState, failure: Failure) -> DeadLetter:
    job, definition = draft.known_job, draft.definition
    return DeadLetter(
        job_id=draft.job_id,
        job_name=definition.name,
        execution_id=execution.execution_id,
        occurrence=execution.occurrence,
        origin=execution.origin,
        handler=definition.handler,
        queue=definition.queue,
        payload=execution.payload or definition.payload,
        attempts=execution.used if failure.kind == "lost" else execution.used + 1,
        kind=failure.kind,
        error_class=failure.error_class,
        error_message=failure.error_message,
        traceback=failure.traceback,
        due_ms=execution.due_ms,
        failed_at_ms=draft.now_ms,
        definition_version=job.version,
        owner=definition.owner,
    )
