"""How events about an execution change it. The machine (a test holds the picture and the table together):

    (none)         -> PENDING          ExecutionCreated
    PENDING        -> PENDING          ExecutionWaiting, ExecutionUnblocked, AttemptDeferred
    PENDING        -> QUEUED           ExecutionDispatched
    PENDING        -> (ended)          ExecutionCancelled, ExecutionSkipped
    PENDING_RETRY  -> PENDING_RETRY    ExecutionWaiting
    PENDING_RETRY  -> PENDING          AttemptDeferred
    PENDING_RETRY  -> QUEUED           ExecutionDispatched
    PENDING_RETRY  -> (ended)          ExecutionCancelled
    QUEUED         -> QUEUED           RecallRequested
    QUEUED         -> RUNNING          AttemptClaimed
    RUNNING        -> RUNNING          RecallRequested, AttemptLost
    RUNNING        -> PENDING          AttemptReleased, AttemptDeferred, AttemptLost
    RUNNING        -> PENDING_RETRY    AttemptFailed, AttemptLost
    RUNNING        -> FAILED           ExecutionFailed
    RUNNING        -> (ended)          ExecutionCompleted, ExecutionCancelled, ExecutionSkipped
    FAILED         -> (ended)          DeadLetterRedriven, DeadLetterDismissed, DeadLetterExpired

FAILED is a dead letter. An attempt that was lost for good stays RUNNING for the moment until ExecutionFailed or
ExecutionCancelled, which follows in the same decision.
"""

from msgspec.structs import replace

from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionFailed,
    ExecutionUnblocked,
    ExecutionWaiting,
    RecallRequested,
)
from tickwheel.scheduler.engine.state import ExecutionState, JobState

TRANSITIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "ExecutionCreated": {"(none)": ("PENDING",)},
    "ExecutionWaiting": {"PENDING": ("PENDING",), "PENDING_RETRY": ("PENDING_RETRY",)},
    "ExecutionUnblocked": {"PENDING": ("PENDING",)},
    "ExecutionDispatched": {"PENDING": ("QUEUED",), "PENDING_RETRY": ("QUEUED",)},
    "AttemptClaimed": {"QUEUED": ("RUNNING",)},
    "AttemptReleased": {"RUNNING": ("PENDING",)},
    "AttemptDeferred": {"PENDING": ("PENDING",), "PENDING_RETRY": ("PENDING",), "RUNNING": ("PENDING",)},
    "AttemptFailed": {"RUNNING": ("PENDING_RETRY",)},
    "AttemptLost": {"RUNNING": ("RUNNING", "PENDING", "PENDING_RETRY")},
    "RecallRequested": {"QUEUED": ("QUEUED",), "RUNNING": ("RUNNING",)},
    "ExecutionCompleted": {"RUNNING": ("(ended)",)},
    "ExecutionFailed": {"RUNNING": ("FAILED",)},
    "ExecutionCancelled": {"PENDING": ("(ended)",), "PENDING_RETRY": ("(ended)",), "RUNNING": ("(ended)",)},
    "ExecutionSkipped": {"PENDING": ("(ended)",), "RUNNING": ("(ended)",)},
    "DeadLetterRedriven": {"FAILED": ("(ended)",)},
    "DeadLetterDismissed": {"FAILED": ("(ended)",)},
    "DeadLetterExpired": {"FAILED": ("(ended)",)},
}
"""Event to the statuses it may be applied in, and what they become."""


def created(event: ExecutionCreated) -> ExecutionState:
    return ExecutionState(
        execution_id=event.execution_id,
        job_id=event.job_id,
        occurrence=event.occurrence,
        origin=event.origin,
        status="PENDING",
        number=event.sequence,
        created_at_ms=event.at_ms,
        due_ms=event.due_ms,
        scheduled_ms=event.scheduled_ms,
        not_before_ms=event.due_ms,
        priority=event.priority,
        payload=event.payload,
        chain=event.chain,
        backfill_id=event.backfill_id,
        waits_for=event.waits_for,
    )


def waiting(execution: ExecutionState, event: ExecutionWaiting, _job: JobState) -> ExecutionState:
    return replace(execution, waiting_reason=event.reason)


def unblocked(execution: ExecutionState, event: ExecutionUnblocked, _job: JobState) -> ExecutionState:
    return replace(execution, waits_for="time", waiting_reason="", not_before_ms=event.not_before_ms)


def dispatched(execution: ExecutionState, event: ExecutionDispatched, job: JobState) -> ExecutionState:
    return replace(
        execution,
        status="QUEUED",
        attempt=event.attempt,
        not_before_ms=event.not_before_ms,
        mailbox_topic=event.mailbox_topic,
        mailbox_partition=event.mailbox_partition,
        waiting_reason="",
        timeout_ms=job.definition.timeout_ms if job.definition else 0,
    )


def claimed(execution: ExecutionState, event: AttemptClaimed, _job: JobState) -> ExecutionState:
    return replace(execution, status="RUNNING", worker_id=event.worker_id, starts_at_ms=event.starts_at_ms)


def released(execution: ExecutionState, _event: AttemptReleased, _job: JobState) -> ExecutionState:
    return _back(execution, execution.not_before_ms)


def deferred(execution: ExecutionState, event: AttemptDeferred, _job: JobState) -> ExecutionState:
    not_before_ms = max(event.until_ms, execution.due_ms)
    return replace(_back(execution, not_before_ms), waits_for=event.waits_for, waiting_reason=event.reason)


def failed_attempt(execution: ExecutionState, event: AttemptFailed, _job: JobState) -> ExecutionState:
    return replace(_back(execution, event.retry_at_ms), status="PENDING_RETRY", used=execution.used + 1)


def lost(execution: ExecutionState, event: AttemptLost, _job: JobState) -> ExecutionState:
    used = execution.used + 1 if event.started else execution.used
    if event.retry_at_ms == 0:
        return replace(execution, used=used)
    return replace(
        _back(execution, event.retry_at_ms),
        status="PENDING_RETRY" if event.started else "PENDING",
        used=used,
    )


def recall_requested(execution: ExecutionState, event: RecallRequested, _job: JobState) -> ExecutionState:
    return replace(execution, recall=event.reason, recalled_at_ms=event.at_ms)


def failed(execution: ExecutionState, event: ExecutionFailed, _job: JobState) -> ExecutionState | None:
    if not event.dead_lettered:
        return None
    # A lost attempt was counted when it was lost.
    used = execution.used if event.kind == "lost" else execution.used + 1
    return replace(_back(execution, 0), status="FAILED", failed_at_ms=event.at_ms, used=used)


def ended(_execution: ExecutionState, _event: object, _job: JobState) -> None:
    return None


def _back(execution: ExecutionState, not_before_ms: int) -> ExecutionState:
    """No worker has it any more."""
    return replace(
        execution,
        status="PENDING",
        not_before_ms=not_before_ms,
        worker_id="",
        mailbox_topic="",
        mailbox_partition=-1,
        starts_at_ms=0,
        recall=None,
        recalled_at_ms=0,
    )
