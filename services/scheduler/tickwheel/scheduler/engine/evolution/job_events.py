"""How events about a job itself change it."""

import msgspec

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import JobCreated, JobDeleted, JobPaused, JobResumed, JobUpdated
from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import ExecutionState, JobState, StoredDefinition

_WHEN = (
    "when",
    "cron",
    "interval_ms",
    "run_at_ms",
    "delay_ms",
    "timezone",
    "dst_gap",
    "dst_repeat",
    "start_at_ms",
    "end_at_ms",
)


def says_same_when(one: JobDefinition, other: JobDefinition) -> bool:
    """Whether two definitions have the same due times."""
    return all(getattr(one, field) == getattr(other, field) for field in _WHEN)


def stored(definition: JobDefinition) -> StoredDefinition:
    return msgspec.convert(definition, StoredDefinition, from_attributes=True)


def created(job: JobState, event: JobCreated, _execution: ExecutionState | None) -> Changes:
    """A job of this name may have been deleted before: only who waits for it, and its dead letters, stay."""
    return {
        "definition": stored(event.definition),
        "version": event.version,
        "created_at_ms": event.at_ms,
        "incarnation": job.incarnation + 1,
        "based_at_ms": event.at_ms,
        "next_due_ms": event.next_due_ms,
        "scheduled_through_ms": 0,
        "paused_at_ms": event.at_ms if event.definition.paused else 0,
        "deleted": False,
        "runs": 0,
        "failures": 0,
        "last_failed": False,
        "ended_at_ms": 0,
        "last_completed_ms": 0,
        "last_completed_id": "",
        "dedup": (),
        "satisfied": (),
    }


def updated(job: JobState, event: JobUpdated, _execution: ExecutionState | None) -> Changes:
    upstreams = event.definition.depends_on
    same_schedule = job.definition is not None and says_same_when(job.definition, event.definition)
    return {
        "based_at_ms": job.based_at_ms if same_schedule else event.at_ms,
        "definition": stored(event.definition),
        "version": event.version,
        "next_due_ms": event.next_due_ms,
        "satisfied": tuple(s for s in job.satisfied if s.upstream_job_id in upstreams),
    }


def paused(_job: JobState, event: JobPaused, _execution: ExecutionState | None) -> Changes:
    return {"paused_at_ms": event.at_ms}


def resumed(_job: JobState, event: JobResumed, _execution: ExecutionState | None) -> Changes:
    return {"paused_at_ms": 0, "failures": 0, "next_due_ms": event.next_due_ms}


def deleted(_job: JobState, event: JobDeleted, _execution: ExecutionState | None) -> Changes:
    return {
        "deleted": True,
        "next_due_ms": 0,
        "paused_at_ms": 0,
        "ended_at_ms": event.at_ms,
        "satisfied": (),
        "backfills": (),
    }
