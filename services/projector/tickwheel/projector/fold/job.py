"""Events about a job itself."""

from tickwheel.projector.changes import Changes
from tickwheel.projector.copytext import document, foreign_document, text, word
from tickwheel.projector.fold.said import said
from tickwheel.projector.rows.job import DefinedRow, DependencyRow, JobRow, JobVersionRow
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.job import (
    JobCreated,
    JobDeleted,
    JobPaused,
    JobResumed,
    JobRetired,
    JobUpdated,
)

PAUSED_AT_CREATION = "created in the paused state"


def created(changes: Changes, event: JobCreated) -> None:
    row = _start_over(changes, event)
    row.is_new = True
    row.created_ms = event.at_ms
    row.created_by = word(event.actor)
    if event.definition.paused:
        row.paused_ms = event.at_ms
        row.pause_reason = PAUSED_AT_CREATION
    _define(changes, event, row)
    if event.definition.depends_on:
        _depend(changes, event.job_id, event.definition)


def updated(changes: Changes, event: JobUpdated) -> None:
    _define(changes, event, changes.job(event))
    _depend(changes, event.job_id, event.definition)


def paused(changes: Changes, event: JobPaused) -> None:
    row = changes.job(event)
    row.paused_ms = event.at_ms
    row.pause_reason = text(event.reason)


def resumed(changes: Changes, event: JobResumed) -> None:
    row = changes.job(event)
    row.paused_ms = 0
    row.pause_reason = ""
    row.next_due_ms = event.next_due_ms


def deleted(changes: Changes, event: JobDeleted) -> None:
    row = changes.job(event)
    row.deleted_ms = event.at_ms
    row.next_due_ms = 0
    row.paused_ms = 0
    row.pause_reason = ""


def retired(changes: Changes, event: JobRetired) -> None:
    row = changes.job(event)
    row.retired_ms = event.at_ms
    row.next_due_ms = 0


def _start_over(changes: Changes, event: JobCreated) -> JobRow:
    """A name may be used again after its job was deleted: nothing of the former job's row stays."""
    former = changes.job(event)
    if former.first_offset == changes.offset:
        return former
    if former.definition is not None:
        changes.job_versions.append(_replaced(former))
    for key in [key for key in changes.job_dependencies if key[0] == event.job_id]:
        del changes.job_dependencies[key]
    row = JobRow(
        event.job_id,
        former.log_partition,
        former.first_offset,
        former.first_sequence,
        former.log_offset,
        former.sequence,
        former.status,
        former.updated_ms,
    )
    changes.jobs[event.job_id] = row
    return row


def _define(changes: Changes, event: JobCreated | JobUpdated, row: JobRow) -> None:
    if row.definition is not None:
        changes.job_versions.append(_replaced(row))
    definition = event.definition
    row.name = text(definition.name)
    row.handler = text(definition.handler)
    row.description = text(definition.description)
    row.owner = text(definition.owner)
    row.queue = text(definition.queue)
    row.priority = definition.priority
    row.when_kind = definition.when
    row.cron = text(definition.cron)
    row.interval_ms = definition.interval_ms
    row.run_at_ms = definition.run_at_ms
    row.timezone = text(definition.timezone)
    row.tags = document(definition.tags) if definition.tags else "{}"
    row.payload = foreign_document(definition.payload)
    row.definition = said(definition)
    row.defined_offset = changes.offset
    row.defined_ms = event.at_ms
    row.defined_by = word(event.actor)
    row.defined_by_command = word(event.cause_id)
    row.version = event.version
    row.tzdata_version = text(event.tzdata_version)
    row.next_due_ms = event.next_due_ms


def _replaced(row: JobRow) -> JobVersionRow:
    return JobVersionRow(
        row.job_id,
        row.defined_offset,
        row.version,
        row.definition,
        row.defined_ms,
        row.defined_by,
        row.defined_by_command,
    )


def _depend(changes: Changes, job_id: str, definition: JobDefinition) -> None:
    """The dependencies are those of this definition; one that was named before and is named still stays satisfied."""
    again = job_id in changes.defined_jobs
    changes.defined_jobs[job_id] = DefinedRow(job_id, changes.offset)
    for key in [key for key in changes.job_dependencies if key[0] == job_id]:
        if key[1] not in definition.depends_on:
            del changes.job_dependencies[key]
    for upstream in definition.depends_on:
        row = changes.job_dependencies.get((job_id, upstream))
        if row is None:
            row = DependencyRow(job_id, upstream, changes.offset, is_new=again)
            changes.job_dependencies[job_id, upstream] = row
        row.log_offset = changes.offset
        row.mode = definition.dependency_mode
        row.freshness_ms = definition.dependency_freshness_ms
