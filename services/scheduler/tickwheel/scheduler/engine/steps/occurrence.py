"""Decides one due time of a job's schedule: it becomes an execution, or leaves a reason why not."""

from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.protocol.vocabulary import Origin, SkipReason, WaitsFor
from tickwheel.recurrence import jittered
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.plan import next_due_ms
from tickwheel.scheduler.engine.steps import calendars, dedup, execution, turn, upstreams
from tickwheel.scheduler.engine.timers import ONE_OFF


def name_of(draft: Draft, scheduled_ms: int) -> str:
    """A due time of this job. A job that was deleted and made again shares none with its predecessor."""
    job = draft.known_job
    return f"{scheduled_ms}@{job.created_at_ms}.{job.incarnation}"


def occur(draft: Draft, scheduled_ms: int, origin: Origin) -> None:
    """The due time is decided now and never again: the job's next one is after it."""
    job, definition = draft.known_job, draft.definition
    occurrence = name_of(draft, scheduled_ms)
    calendar = calendars.excluding(draft, scheduled_ms)
    if calendar is not None:
        skip_one(draft, scheduled_ms, "calendar", f"calendar {calendar} excludes it")
        return
    if job.live >= execution.LIVE_AT_MOST:
        skip_one(draft, scheduled_ms, "overlap", f"{job.live} executions of the job wait or run already")
        return
    waits_for = _waits_for(draft)
    if waits_for == "upstreams" and _another_waits(draft):
        skip_one(draft, scheduled_ms, "upstreams", "an earlier execution still waits for the same jobs")
        return
    dedup_key = dedup.SCHEDULE_KEY if definition.dedup_window_ms else ""
    following_ms = max(next_due_ms(job, scheduled_ms, job.runs + 1), 0)
    if dedup_key and dedup.deduplicate(
        draft,
        occurrence,
        dedup_key,
        scheduled_ms,
        next_due_ms(job, scheduled_ms, job.runs),
        at_ms=scheduled_ms,
    ):
        return
    due_ms = jittered(scheduled_ms, definition.jitter_ms, draft.job_id, occurrence)
    execution_id = execution.create(
        draft,
        occurrence,
        "one_off" if definition.when in ONE_OFF else origin,
        due_ms,
        scheduled_ms=scheduled_ms,
        next_due_ms=following_ms,
        dedup_key=dedup_key,
        waits_for=waits_for,
    )
    created = draft.execution(execution_id)
    if created is not None and waits_for == "turn" and due_ms <= draft.now_ms:
        turn.settle(draft, created)


def skip_one(draft: Draft, scheduled_ms: int, code: SkipReason, reason: str) -> None:
    job = draft.known_job
    skip_range(draft, scheduled_ms, scheduled_ms, 1, code, reason, next_due_ms(job, scheduled_ms, job.runs))


def skip_named(draft: Draft, name: str, due_ms: int, code: SkipReason, reason: str) -> None:
    """Something other than a due time did not become an execution: the schedule is not touched."""
    draft.record(
        OccurrenceSkipped(
            **draft.stamp(),
            occurrence=name,
            due_ms=due_ms,
            last_due_ms=due_ms,
            count=1,
            reason_code=code,
            reason=reason,
            next_due_ms=draft.known_job.next_due_ms,
        )
    )


def skip_range(
    draft: Draft,
    first_ms: int,
    last_ms: int,
    count: int,
    code: SkipReason,
    reason: str,
    following_ms: int,
    *,
    more: bool = False,
) -> None:
    """Several due times in a row did not run, for the same reason."""
    draft.record(
        OccurrenceSkipped(
            **draft.stamp(),
            occurrence=name_of(draft, first_ms),
            due_ms=first_ms,
            last_due_ms=last_ms,
            count=count,
            more=more,
            reason_code=code,
            reason=reason,
            next_due_ms=following_ms,
        )
    )


def _waits_for(draft: Draft) -> WaitsFor:
    if upstreams.block(draft):
        return "upstreams"
    return "turn" if turn.must_wait(draft) else "time"


def _another_waits(draft: Draft) -> bool:
    """One waiting execution is enough, unless the job wants every one of its due times."""
    if draft.definition.overlap in ("allow", "buffer_all"):
        return False
    return any(e.waits_for == "upstreams" for e in draft.executions())
