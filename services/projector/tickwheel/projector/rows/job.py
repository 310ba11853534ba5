"""Rows of jobs, job_versions and job_dependencies."""

import msgspec


class JobRow(msgspec.Struct, gc=False):
    job_id: str
    log_partition: int
    first_offset: int
    """Offset of the job's first event in this batch, to stop at if its sequence does not follow."""
    first_sequence: int
    log_offset: int
    sequence: int
    status: str
    updated_ms: int
    is_new: bool = False
    """True if every column is given: the job was created in this batch."""
    is_waited_for: bool = False
    """True if others began or ceased to wait for it: there may be no such job yet."""
    name: str | None = None
    handler: str | None = None
    description: str | None = None
    owner: str | None = None
    queue: str | None = None
    priority: int | None = None
    when_kind: str | None = None
    cron: str | None = None
    interval_ms: int | None = None
    run_at_ms: int | None = None
    timezone: str | None = None
    tags: str | None = None
    payload: str | None = None
    definition: str | None = None
    defined_offset: int | None = None
    defined_ms: int | None = None
    defined_by: str | None = None
    defined_by_command: str | None = None
    version: int | None = None
    tzdata_version: str | None = None
    next_due_ms: int | None = None
    paused_ms: int | None = None
    pause_reason: str | None = None
    last_execution_id: str | None = None
    last_status: str | None = None
    last_finished_ms: int | None = None
    created_ms: int | None = None
    created_by: str | None = None
    deleted_ms: int | None = None
    retired_ms: int | None = None


class JobVersionRow(msgspec.Struct, gc=False):
    """A version that was replaced in the batch that made it. The last one of a batch is in JobRow."""

    job_id: str
    log_offset: int | None
    version: int | None
    definition: str | None
    changed_ms: int | None
    changed_by: str | None
    command_id: str | None


class DependencyRow(msgspec.Struct, gc=False):
    job_id: str
    upstream_job_id: str
    log_offset: int
    is_new: bool = False
    """True if an earlier definition in this batch did not name it: what was satisfied before does not count."""
    mode: str | None = None
    """Given if the definition named this dependency in this batch."""
    freshness_ms: int | None = None
    satisfied_ms: int | None = None
    satisfied_by: str | None = None


class DefinedRow(msgspec.Struct, gc=False):
    """A job whose definition was set in this batch: dependencies that it no longer names go."""

    job_id: str
    log_offset: int
