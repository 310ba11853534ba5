"""What follows when an execution has ended: others are told, the job may pause itself, the next one gets its turn."""

from tickwheel.protocol.signals import UpstreamCompleted
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import backfill, pausing, turn


def after_completion(draft: Draft, execution: ExecutionState) -> None:
    if execution.origin != "backfill":
        _tell_dependents(draft, execution)
    after_end(draft, execution)


def after_failure(draft: Draft, execution: ExecutionState) -> None:
    limit = draft.definition.auto_pause_after
    job = draft.known_job
    if 0 < limit <= job.failures and not job.paused_at_ms and not job.deleted:
        pausing.pause(draft, f"{job.failures} executions in a row have failed", automatic=True)
    after_end(draft, execution)


def after_end(draft: Draft, execution: ExecutionState) -> None:
    turn.pass_on(draft)
    if execution.backfill_id:
        backfill.go_on(draft)


def _tell_dependents(draft: Draft, execution: ExecutionState) -> None:
    job = draft.known_job
    for dependent in job.dependents:
        draft.outbox.append(
            UpstreamCompleted(
                job_id=dependent,
                upstream_job_id=draft.job_id,
                upstream_execution_id=execution.execution_id,
                completed_at_ms=job.last_completed_ms,
                chain=(*execution.chain, draft.job_id),
            )
        )
