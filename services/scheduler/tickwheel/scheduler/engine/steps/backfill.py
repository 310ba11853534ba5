"""Goes on with a job's backfills: a few executions at a time, at their rate, one after the other unless overlap is allowed."""

from tickwheel.protocol.events.backfill import BackfillEnded
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.plan import schedule_of_job
from tickwheel.scheduler.engine.state import BackfillState
from tickwheel.scheduler.engine.steps import calendars, execution
from tickwheel.scheduler.engine.timers import backfill_width

LOWEST_LANE = 29
"""A backfill never comes before the work of today: its priority is in the low lane."""


def go_on(draft: Draft) -> None:
    """Whatever the backfills may do now."""
    job = draft.job
    if job is None or job.deleted:
        return
    for backfill in job.backfills:
        if backfill.next_at_ms <= draft.now_ms and backfill.live < backfill_width(draft.definition):
            _one_more(draft, backfill)


def _one_more(draft: Draft, backfill: BackfillState) -> None:
    due_ms = next_of(draft, backfill.cursor_ms, backfill.to_ms)
    if due_ms == 0:
        draft.record(
            BackfillEnded(**draft.stamp(), backfill_id=backfill.backfill_id, created=backfill.created)
        )
        return
    execution.create(
        draft,
        f"backfill:{backfill.backfill_id}:{due_ms}@{draft.now_ms}",
        "backfill",
        draft.now_ms,
        scheduled_ms=due_ms,
        priority=min(draft.definition.priority, LOWEST_LANE),
        backfill_id=backfill.backfill_id,
    )


def next_of(draft: Draft, after_ms: int, to_ms: int) -> int:
    """The first due time after an instant and before another that no calendar excludes; 0 for none."""
    schedule = schedule_of_job(draft.known_job)
    found = schedule.next_after(after_ms)
    while found is not None and found < to_ms:
        if calendars.excluding(draft, found) is None:
            return found
        found = schedule.next_after(found)
    return 0
