"""TriggerJob: run a job beside its schedule. Triggers do not wait for each other and are never dropped for overlap."""

from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.limits import LATEST_MS
from tickwheel.scheduler.engine import answers
from tickwheel.scheduler.engine.deciders.existing import check_exists
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.steps import dedup, execution
from tickwheel.scheduler.engine.validation.values import between, length, payload
from tickwheel.scheduler.engine.verdict import Verdict


def trigger_job(draft: Draft, command: TriggerJob) -> Verdict:
    refusal = check_exists(draft, "trigger", command.job) or _check(draft, command)
    if refusal is not None:
        return refusal
    occurrence = answers.occurrence_of(command, draft.now_ms)
    due_ms = command.run_at_ms or draft.now_ms
    if dedup.deduplicate(draft, occurrence, command.dedup_key, due_ms, draft.known_job.next_due_ms):
        return None
    execution.create(
        draft,
        occurrence,
        "trigger",
        due_ms,
        priority=command.priority,
        payload=command.payload,
        dedup_key=command.dedup_key if draft.definition.dedup_window_ms else "",
    )
    return None


def _check(draft: Draft, command: TriggerJob) -> Refusal | None:
    if draft.known_job.live >= execution.LIVE_AT_MOST:
        return Refusal(
            "limit",
            "job",
            f"expected to trigger job {draft.definition.name}, but {execution.LIVE_AT_MOST} executions of it wait or run already",
        )
    return (
        (payload(command.payload) if command.payload else None)
        or between("priority", command.priority, -1, 100)
        or between("run_at_ms", command.run_at_ms, 0, LATEST_MS)
        or length("dedup_key", command.dedup_key, 0, 255)
    )
