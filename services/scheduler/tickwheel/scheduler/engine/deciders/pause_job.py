"""PauseJob and ResumeJob: stop a job's schedule, let it go on, and say what becomes of what fell into the pause."""

from typing import get_args

from tickwheel.protocol.commands.job import PauseJob, ResumeJob
from tickwheel.protocol.events.execution import AttemptDeferred, ExecutionSkipped
from tickwheel.protocol.events.job import JobResumed
from tickwheel.protocol.vocabulary import CatchUp
from tickwheel.scheduler.engine.deciders.existing import check_exists
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.engine.steps import catch_up, firing, pausing, schedule, turn, upstreams
from tickwheel.scheduler.engine.validation.values import length, one_of
from tickwheel.scheduler.engine.verdict import Verdict


def pause_job(draft: Draft, command: PauseJob) -> Verdict:
    refusal = check_exists(draft, "pause", command.job) or length("reason", command.reason, 0, 1_000)
    if refusal is not None:
        return refusal
    if draft.known_job.paused_at_ms:
        return _wrong_state(draft, "pause", "it is paused already")
    pausing.pause(draft, command.reason)
    return None


def resume_job(draft: Draft, command: ResumeJob) -> Verdict:
    refusal = check_exists(draft, "resume", command.job) or one_of(
        "missed", command.missed, get_args(CatchUp)
    )
    if refusal is not None:
        return refusal
    if not draft.known_job.paused_at_ms:
        return _wrong_state(draft, "resume", "it is not paused")
    draft.record(JobResumed(**draft.stamp(), missed=command.missed, next_due_ms=draft.known_job.next_due_ms))
    _release_parked(draft, command.missed)
    catch_up.after_pause(draft, command.missed)
    schedule.follow(draft)
    if command.missed != "skip":
        firing.fire_if_satisfied(draft, ())
    return None


def _wrong_state(draft: Draft, wish: str, found: str) -> Refusal:
    return Refusal("wrong_state", "job", f"expected to {wish} job {draft.definition.name}, but {found}")


def _release_parked(draft: Draft, missed: CatchUp) -> None:
    """Executions that were planned when the pause began are treated like the due times that fell into it."""
    parked = [e for e in draft.executions() if e.waits_for == "resume"]
    parked.sort(key=lambda e: (e.scheduled_ms, e.number))
    late = [e for e in parked if e.due_ms <= draft.now_ms]
    later_ones_missed = 0 < draft.known_job.next_due_ms <= draft.now_ms
    kept = {"skip": [], "latest": [] if later_ones_missed else late[-1:], "all": late}[missed]
    for execution in parked:
        if execution in late and execution not in kept:
            _skip(draft, execution)
        else:
            _release(draft, execution)


def _skip(draft: Draft, execution: ExecutionState) -> None:
    draft.record(
        ExecutionSkipped(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            reason_code="paused",
            reason="the job was paused",
        )
    )


def _release(draft: Draft, execution: ExecutionState) -> None:
    """It waits again for what it would wait for if it had been created now."""
    if upstreams.block(draft):
        _wait_for_upstreams(draft, execution)
    elif turn.must_wait(draft):
        turn.queue_up(draft, execution)
    else:
        turn.unblock(draft, execution)


def _wait_for_upstreams(draft: Draft, execution: ExecutionState) -> None:
    draft.record(
        AttemptDeferred(
            **draft.stamp(),
            execution_id=execution.execution_id,
            attempt=execution.attempt,
            until_ms=0,
            reason=upstreams.WHY,
            waits_for="upstreams",
        )
    )
