"""When a job will run next, computed here from what its row says: no scheduler is asked."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from tickwheel import recurrence
from tickwheel.command_api import calendar_notes
from tickwheel.command_api.instants import epoch_ms
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads.rows import Row
from tickwheel.protocol.definition import JobDefinition
from tickwheel.recurrence import Calendar, Preview, Schedule


def of_job(row: Row, now_ms: int, n: int, calendars: list[Calendar]) -> dict[str, Any]:
    """A job that is paused or ended has no next run, whatever its schedule says. `calendars` are those that concern it."""
    next_ms = epoch_ms(row["next_due_at"])
    if row["paused_at"] or row["deleted_at"] or not next_ms:
        return {"items": [], "timezone": row["timezone"]}
    definition = msgspec.convert(row["definition"], JobDefinition)
    # What is due next is on the grid of an interval, so it is as good an anchor as the first.
    return of_definition(definition, str(row["job_id"]), next_ms, min(now_ms, next_ms - 1), n, calendars)


def of_definition(
    definition: JobDefinition,
    job_id: str,
    anchor_ms: int,
    after_ms: int,
    n: int,
    calendars: list[Calendar] | None = None,
) -> dict[str, Any]:
    schedule = schedule_of(definition, job_id, anchor_ms)
    runs = recurrence.preview(schedule, after_ms, n)
    return {
        "items": [_document(run, calendars or []) for run in runs],
        "timezone": definition.timezone,
        "tzdata_version": recurrence.tzdata_version(),
    }


def schedule_of(definition: JobDefinition, job_id: str, anchor_ms: int) -> Schedule:
    """Refuses what cannot be understood, by its field."""
    schedule = recurrence.compile_schedule(
        definition.when,
        cron=definition.cron,
        interval_ms=definition.interval_ms,
        anchor_ms=definition.start_at_ms or anchor_ms,
        run_at_ms=definition.run_at_ms if definition.when == "at" else anchor_ms,
        timezone=definition.timezone,
        dst_gap=definition.dst_gap,
        dst_repeat=definition.dst_repeat,
        job_id=job_id,
        start_at_ms=definition.start_at_ms,
        end_at_ms=definition.end_at_ms,
    )
    if isinstance(schedule, recurrence.Refusal):
        raise Problem(422, "invalid", schedule.message, field=schedule.field)
    return schedule


def _document(run: Preview, calendars: list[Calendar]) -> dict[str, Any]:
    due_at = datetime.fromtimestamp(run.instant_ms / 1_000, UTC)
    notes = (run.note, calendar_notes.note(calendars, run.instant_ms))
    return {"due_at": due_at, "local": run.local_text, "note": "; ".join(filter(None, notes))}
