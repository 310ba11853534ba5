"""How events about backfills change a job."""

from tickwheel.protocol.events.backfill import BackfillEnded, BackfillStarted
from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import BackfillState, ExecutionState, JobState


def started(job: JobState, event: BackfillStarted, _execution: ExecutionState | None) -> Changes:
    backfill = BackfillState(
        backfill_id=event.backfill_id,
        cursor_ms=event.from_ms - 1,
        to_ms=event.to_ms,
        count=event.count,
        created=0,
        rate_per_minute=event.rate_per_minute,
        next_at_ms=event.at_ms,
    )
    return {"backfills": (*job.backfills, backfill)}


def ended(job: JobState, event: BackfillEnded, _execution: ExecutionState | None) -> Changes:
    return {"backfills": tuple(b for b in job.backfills if b.backfill_id != event.backfill_id)}
