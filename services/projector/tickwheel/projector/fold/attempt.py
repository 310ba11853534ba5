"""Events about attempts: dispatched, claimed, and all that may happen before their execution ends."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import text, word
from tickwheel.projector.fold.closing import close_attempt
from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionDispatched,
    RecallRequested,
)


def dispatched(changes: Changes, event: ExecutionDispatched) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.status = "QUEUED"
    row.attempt = event.attempt
    row.worker_id = worker = word(event.worker_id)
    row.not_before_ms = event.not_before_ms
    row.waiting_reason = ""
    row.recall_reason = ""
    row.started_ms = 0
    attempt = changes.attempt(event, row)
    attempt.status = "QUEUED"
    attempt.worker_id = worker
    attempt.dispatched_ms = event.at_ms
    attempt.not_before_ms = event.not_before_ms


def claimed(changes: Changes, event: AttemptClaimed) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.status = "RUNNING"
    row.worker_id = worker = word(event.worker_id)
    row.started_ms = event.starts_at_ms
    attempt = changes.attempt(event, row)
    attempt.status = "RUNNING"
    attempt.worker_id = worker
    attempt.claimed_ms = event.at_ms
    attempt.started_ms = event.starts_at_ms


def released(changes: Changes, event: AttemptReleased) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.status = "PENDING"
    row.worker_id = ""
    row.started_ms = 0
    row.recall_reason = ""
    row.waiting_reason = reason = text(event.reason)
    attempt = changes.attempt(event, row)
    attempt.status = "RELEASED"
    attempt.worker_id = word(event.worker_id) or attempt.worker_id
    attempt.error_message = reason
    attempt.finished_ms = event.at_ms


def deferred(changes: Changes, event: AttemptDeferred) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.status = "PENDING"
    row.worker_id = ""
    row.started_ms = 0
    row.recall_reason = ""
    row.waits_for = event.waits_for
    row.waiting_reason = text(event.reason)
    if event.until_ms:
        row.not_before_ms = event.until_ms
    if event.attempt:
        close_attempt(changes, event, row, "DEFERRED")


def failed(changes: Changes, event: AttemptFailed) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.status = "PENDING_RETRY"
    row.not_before_ms = event.retry_at_ms
    row.recall_reason = ""
    row.failure_kind = event.kind
    row.error_class = error_class = word(event.error_class)
    row.error_message = error_message = text(event.error_message)
    attempt = changes.attempt(event, row)
    attempt.status = "FAILED"
    attempt.worker_id = word(event.worker_id) or attempt.worker_id
    attempt.started_ms = event.started_at_ms or attempt.started_ms  # the claim told it already
    attempt.finished_ms = event.finished_at_ms or event.at_ms
    attempt.failure_kind = event.kind
    attempt.error_class = error_class
    attempt.error_message = error_message
    attempt.traceback = text(event.traceback)


def lost(changes: Changes, event: AttemptLost) -> None:
    """What becomes of the execution follows: a new attempt at retry_at_ms, or an event that ends it."""
    changes.job(event)
    row = changes.execution(event)
    if event.retry_at_ms:
        row.status = "PENDING_RETRY" if event.started else "PENDING"
        row.worker_id = ""
        row.started_ms = 0
        row.not_before_ms = event.retry_at_ms
        row.recall_reason = ""
    row.failure_kind = "lost"
    attempt = changes.attempt(event, row)
    attempt.status = "LOST"
    attempt.worker_id = word(event.worker_id) or attempt.worker_id
    attempt.failure_kind = "lost"
    attempt.finished_ms = event.at_ms


def recalled(changes: Changes, event: RecallRequested) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.recall_reason = event.reason
    changes.attempt(event, row).recall_reason = event.reason
