"""When a job or an execution wants to be looked at next: one timer each, always a pure function of its state.

The service re-arms a timer after each decision that changed the state, and arms them all anew after a restore. An
execution for which `is_ready` holds belongs into the ready queue; its timer is not armed, or it would ring for ever.
"""

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.vocabulary import RecallReason
from tickwheel.scheduler.engine.state import ExecutionState, JobState
from tickwheel.scheduler.engine.surroundings import DAY_MS, HOUR_MS

ONE_OFF = frozenset({"at", "delay", "now"})
BACKFILL_WIDTH = 100
STOPS_RUNNING: frozenset[RecallReason] = frozenset({"cancel", "delete", "timeout", "overlap"})
"""Recalls that end an attempt even if it has started."""


def job_wake_ms(job: JobState, lead_ms: int, *, ended_job_retention_ms: int = HOUR_MS) -> int:
    """When JobDue is to be decided; 0 for never. Pass the settings that Surroundings has."""
    if job.definition is None:
        return 0
    wake = 0
    if job.next_due_ms and not job.paused_at_ms and not job.deleted:
        wake = max(1, job.next_due_ms - lead_ms)
    for backfill in job.backfills:
        if backfill.live < backfill_width(job.definition):
            wake = min(wake or backfill.next_at_ms, backfill.next_at_ms)
    return wake or (job.ended_at_ms + ended_job_retention_ms if is_over(job) else 0)


def backfill_width(definition: JobDefinition) -> int:
    """How many executions of one backfill may be live: one by one, unless the job allows overlap."""
    return BACKFILL_WIDTH if definition.overlap == "allow" else 1


def is_over(job: JobState) -> bool:
    """Nothing will ever happen to it again unless somebody asks: it can be forgotten after the retention."""
    if job.live or job.dead or job.dependents or job.backfills or job.definition is None:
        return False
    if job.deleted:
        return True
    return job.next_due_ms == 0 and not job.paused_at_ms and job.definition.when in ONE_OFF


def execution_wake_ms(
    execution: ExecutionState,
    lead_ms: int,
    *,
    timeout_grace_ms: int = 30_000,
    dead_letter_retention_ms: int = 30 * DAY_MS,
) -> int:
    """When ExecutionDue is to be decided, or the execution becomes ready; 0 for never."""
    status = execution.status
    if status == "RUNNING":
        if execution.recall in STOPS_RUNNING:
            return 0
        return execution.starts_at_ms + execution.timeout_ms + timeout_grace_ms
    if status == "PENDING" or status == "PENDING_RETRY":
        return _pending_wake_ms(execution, lead_ms)
    return execution.failed_at_ms + dead_letter_retention_ms if status == "FAILED" else 0


def _pending_wake_ms(execution: ExecutionState, lead_ms: int) -> int:
    if execution.waits_for == "time":
        return max(1, execution.not_before_ms - lead_ms)
    # Whether it overlaps is decided when it is due, not a lead earlier; then it has a reason and waits.
    return execution.due_ms if execution.waits_for == "turn" and not execution.waiting_reason else 0


def is_ready(execution: ExecutionState, now_ms: int, lead_ms: int) -> bool:
    """It wants to be placed now."""
    return (
        (execution.status == "PENDING" or execution.status == "PENDING_RETRY")
        and execution.waits_for == "time"
        and execution.not_before_ms - lead_ms <= now_ms
    )


def recall_of(execution: ExecutionState) -> RecallAttempt | None:
    """The recall whose answer is awaited, for sending it (again)."""
    if execution.recall is None:
        return None
    return RecallAttempt(
        job_id=execution.job_id,
        execution_id=execution.execution_id,
        attempt=execution.attempt,
        worker_id=execution.worker_id,
        reason=execution.recall,
        stop_running=execution.recall in STOPS_RUNNING,
        sent_at_ms=execution.recalled_at_ms,
    )
