"""Rows of commands, skipped_occurrences, dead_letters, backfills and calendars."""

import msgspec


class CommandRow(msgspec.Struct, gc=False):
    command_id: str
    job_id: str
    log_offset: int
    command_type: str
    accepted: bool
    actor: str
    decided_ms: int
    event_type: str
    sequence: int
    execution_id: str | None = None
    code: str | None = None
    field: str | None = None
    message: str | None = None


class SkippedRow(msgspec.Struct, gc=False):
    job_id: str
    log_offset: int
    occurrence: str
    due_ms: int
    last_due_ms: int
    count: int
    more: bool
    reason_code: str
    reason: str
    skipped_ms: int
    dedup_key: str | None = None
    first_execution_id: str | None = None


class DeadLetterRow(msgspec.Struct, gc=False):
    execution_id: str
    log_offset: int
    status: str
    failed_ms: int | None = None
    """Given if it became a dead letter in this batch: the rest then comes from the execution's row."""
    payload: str | None = None
    """The job's, if it was defined in this batch before; else the job's row tells."""
    traceback: str | None = None
    resolved_ms: int | None = None
    resolved_by: str | None = None
    resolution: str | None = None
    new_execution_id: str | None = None


class BackfillRow(msgspec.Struct, gc=False):
    backfill_id: str
    job_id: str
    log_offset: int
    from_ms: int | None = None
    to_ms: int | None = None
    planned: int | None = None
    created: int | None = None
    rate_per_minute: int | None = None
    started_ms: int | None = None
    started_by: str | None = None
    ended_ms: int | None = None


class CalendarRow(msgspec.Struct, gc=False):
    calendar_id: str
    log_partition: int
    first_offset: int
    first_sequence: int
    log_offset: int
    sequence: int
    name: str
    effect: str | None = None
    everywhere: bool | None = None
    timezone: str | None = None
    definition: str | None = None
    version: int | None = None
    defined_ms: int | None = None
    defined_by: str | None = None
    deleted_ms: int | None = None
