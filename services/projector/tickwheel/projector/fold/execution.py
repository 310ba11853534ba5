"""Events about executions: created, waiting, and the ends they come to."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import foreign_document, text, uuid_array, word
from tickwheel.projector.fold.closing import close_attempt
from tickwheel.projector.rows.execution import ExecutionRow
from tickwheel.projector.rows.job import JobRow
from tickwheel.projector.rows.record import DeadLetterRow
from tickwheel.protocol.events.execution import (
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionFailed,
    ExecutionSkipped,
    ExecutionUnblocked,
    ExecutionWaiting,
)

WAITS = {
    "time": "",
    "turn": "another execution of the job has not ended",
    "resume": "the job is paused",
    "upstreams": "jobs that it depends on have not completed",
}
"""What an execution waits for, for people."""


def created(changes: Changes, event: ExecutionCreated) -> None:
    job = changes.job(event)
    job.next_due_ms = event.next_due_ms
    row = ExecutionRow(event.execution_id, event.job_id, changes.partition, changes.offset, event.at_ms)
    changes.executions[event.execution_id] = row
    row.created_ms = event.at_ms
    row.owner = job.owner
    row.job_name = text(event.job_name)
    row.handler = text(event.handler)
    row.queue = text(event.queue)
    row.priority = event.priority
    row.status = "PENDING"
    row.origin = event.origin
    row.occurrence = text(event.occurrence)
    row.due_ms = event.due_ms
    row.scheduled_ms = event.scheduled_ms
    row.attempt = event.attempt
    row.not_before_ms = event.due_ms
    row.waits_for = event.waits_for
    row.waiting_reason = WAITS.get(event.waits_for, event.waits_for)
    if event.payload:
        row.payload = foreign_document(event.payload)
    if event.dedup_key:
        row.dedup_key = text(event.dedup_key)
    if event.backfill_id:
        row.backfill_id = word(event.backfill_id)
    if event.retry_of:
        row.retry_of = event.retry_of
    if event.chain:
        row.chain = uuid_array(event.chain)


def waiting(changes: Changes, event: ExecutionWaiting) -> None:
    changes.job(event)
    changes.execution(event).waiting_reason = text(event.reason)


def unblocked(changes: Changes, event: ExecutionUnblocked) -> None:
    changes.job(event)
    row = changes.execution(event)
    row.waits_for = "time"
    row.waiting_reason = ""
    row.not_before_ms = event.not_before_ms


def completed(changes: Changes, event: ExecutionCompleted) -> None:
    job = changes.job(event)
    row = changes.execution(event)
    _end(job, row, "COMPLETED", event.finished_at_ms)
    row.worker_id = worker = word(event.worker_id)
    row.started_ms = event.started_at_ms
    row.failure_kind = row.error_class = row.error_message = ""
    if event.result:
        row.result = foreign_document(event.result)
    attempt = changes.attempt(event, row)
    attempt.status = "COMPLETED"
    attempt.worker_id = worker
    attempt.started_ms = event.started_at_ms
    attempt.finished_ms = event.finished_at_ms


def failed(changes: Changes, event: ExecutionFailed) -> None:
    job = changes.job(event)
    row = changes.execution(event)
    _end(job, row, "FAILED", event.finished_at_ms or event.at_ms)
    row.worker_id = word(event.worker_id)
    if event.started_at_ms:
        row.started_ms = event.started_at_ms
    row.failure_kind = event.kind
    row.error_class = word(event.error_class)
    row.error_message = text(event.error_message)
    traceback = text(event.traceback)
    if event.attempt:
        _fail_attempt(changes, event, row, traceback)
    if event.dead_lettered:
        changes.dead_letters[event.execution_id] = DeadLetterRow(
            event.execution_id, changes.offset, "OPEN", event.at_ms, job.payload, traceback
        )


def cancelled(changes: Changes, event: ExecutionCancelled) -> None:
    job = changes.job(event)
    row = changes.execution(event)
    _end(job, row, "CANCELLED", event.at_ms)
    row.error_message = text(event.reason)
    if event.started_at_ms:
        row.started_ms = event.started_at_ms
    if event.attempt:
        close_attempt(changes, event, row, "CANCELLED", event.started_at_ms)


def skipped(changes: Changes, event: ExecutionSkipped) -> None:
    job = changes.job(event)
    row = changes.execution(event)
    _end(job, row, "SKIPPED", event.at_ms)
    row.error_message = text(event.reason)
    if event.attempt:
        close_attempt(changes, event, row, "SKIPPED")


def _end(job: JobRow, row: ExecutionRow, status: str, at_ms: int) -> None:
    row.status = status
    row.finished_ms = at_ms
    row.waiting_reason = ""
    job.last_execution_id = row.execution_id
    job.last_status = status
    job.last_finished_ms = at_ms


def _fail_attempt(changes: Changes, event: ExecutionFailed, row: ExecutionRow, traceback: str) -> None:
    attempt = changes.attempt(event, row)
    attempt.status = "LOST" if event.kind == "lost" else "FAILED"
    attempt.worker_id = row.worker_id or attempt.worker_id
    attempt.started_ms = event.started_at_ms or attempt.started_ms
    attempt.finished_ms = event.finished_at_ms or event.at_ms
    attempt.failure_kind = event.kind
    attempt.error_class = row.error_class
    attempt.error_message = row.error_message
    attempt.traceback = traceback
