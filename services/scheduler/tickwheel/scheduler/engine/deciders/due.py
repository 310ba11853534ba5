"""The one timer of a job or of an execution rang. It may be late, early or stale: the state says what there is to do."""

from tickwheel.protocol.events.dead_letter import DeadLetterExpired
from tickwheel.protocol.events.job import JobRetired
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.inputs import ExecutionDue, JobDue
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import backfill, recall, schedule, turn
from tickwheel.scheduler.engine.timers import execution_wake_ms, is_over, job_wake_ms
from tickwheel.scheduler.engine.verdict import Verdict


def job_due(draft: Draft, _due: JobDue) -> Verdict:
    around, job = draft.around, draft.job
    if job is None:
        return "job_over"
    wake_ms = job_wake_ms(job, around.lead_ms, ended_job_retention_ms=around.ended_job_retention_ms)
    if not 0 < wake_ms <= draft.now_ms:
        return "not_due"
    schedule.follow(draft)
    backfill.go_on(draft)
    if not draft.events and is_over(job):
        draft.record(JobRetired(**draft.stamp()))
    return None


def execution_due(draft: Draft, due: ExecutionDue) -> Verdict:
    around = draft.around
    execution = draft.execution(due.execution_id)
    if execution is None:
        return "execution_over"
    wake_ms = execution_wake_ms(
        execution,
        around.lead_ms,
        timeout_grace_ms=around.timeout_grace_ms,
        dead_letter_retention_ms=around.dead_letter_retention_ms,
    )
    if not 0 < wake_ms <= draft.now_ms:
        return "not_due"
    return _ring(draft, execution)


def _ring(draft: Draft, execution: ExecutionState) -> Verdict:
    if execution.status == "FAILED":
        draft.record(DeadLetterExpired(**draft.stamp(), execution_id=execution.execution_id))
    elif execution.status == "RUNNING":
        recall.request(draft, execution, "timeout")
    elif execution.waits_for == "turn":
        turn.settle(draft, execution)
    else:
        return "ready"
    return None
