"""How events about due times change a job: those that became an execution, and those that did not."""

import msgspec

from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped
from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import BackfillState, DedupEntry, ExecutionState, JobState

DEDUP_KEYS_KEPT = 1_000
FROM_SCHEDULE = frozenset({"schedule", "catch_up", "one_off"})
"""Origins that stand for a due time of the job's own schedule."""


def execution_created(job: JobState, event: ExecutionCreated, _execution: ExecutionState | None) -> Changes:
    changes: Changes = {"next_due_ms": event.next_due_ms}
    if event.origin in FROM_SCHEDULE:
        changes["runs"] = job.runs + 1
        changes["scheduled_through_ms"] = max(job.scheduled_through_ms, event.scheduled_ms)
    elif event.backfill_id:
        changes["backfills"] = tuple(_advanced(b, event) for b in job.backfills)
    elif event.origin == "dependency":
        changes["satisfied"] = ()
    if event.dedup_key:
        changes["dedup"] = _with_key(job, event)
    return changes


def occurrence_skipped(job: JobState, event: OccurrenceSkipped, _execution: ExecutionState | None) -> Changes:
    changes: Changes = {
        "next_due_ms": event.next_due_ms,
        "scheduled_through_ms": max(job.scheduled_through_ms, event.last_due_ms),
        "ended_at_ms": event.at_ms,
    }
    if event.reason_code == "loop":
        changes["satisfied"] = ()
    return changes


def occurrence_deduplicated(
    _job: JobState, event: OccurrenceDeduplicated, _execution: ExecutionState | None
) -> Changes:
    return {"next_due_ms": event.next_due_ms, "ended_at_ms": event.at_ms}


def _with_key(job: JobState, event: ExecutionCreated) -> tuple[DedupEntry, ...]:
    window_ms = job.definition.dedup_window_ms if job.definition else 0
    at_ms = event.scheduled_ms if event.origin in FROM_SCHEDULE else event.at_ms
    entry = DedupEntry(event.dedup_key, at_ms, event.execution_id)
    kept = [d for d in job.dedup if d.at_ms + window_ms > event.at_ms and d.key != event.dedup_key]
    return (*kept[-(DEDUP_KEYS_KEPT - 1) :], entry)


def _advanced(backfill: BackfillState, event: ExecutionCreated) -> BackfillState:
    if backfill.backfill_id != event.backfill_id:
        return backfill
    step_ms = max(1, 60_000 // backfill.rate_per_minute)
    return msgspec.structs.replace(
        backfill,
        cursor_ms=event.scheduled_ms,
        created=backfill.created + 1,
        live=backfill.live + 1,
        next_at_ms=event.at_ms + step_ms,
    )
