"""Rows of executions and attempts."""

import msgspec


class ExecutionRow(msgspec.Struct, gc=False):
    execution_id: str
    job_id: str
    log_partition: int
    log_offset: int
    updated_ms: int
    created_ms: int | None = None
    """Given if the execution was created in this batch: then every column is."""
    owner: str | None = None
    """Given if the job was created in this batch; else the job's row tells."""
    job_name: str | None = None
    handler: str | None = None
    queue: str | None = None
    priority: int | None = None
    status: str | None = None
    origin: str | None = None
    occurrence: str | None = None
    due_ms: int | None = None
    scheduled_ms: int | None = None
    attempt: int | None = None
    worker_id: str | None = None
    waits_for: str | None = None
    waiting_reason: str | None = None
    not_before_ms: int | None = None
    started_ms: int | None = None
    finished_ms: int | None = None
    failure_kind: str | None = None
    error_class: str | None = None
    error_message: str | None = None
    recall_reason: str | None = None
    result: str | None = None
    payload: str | None = None
    dedup_key: str | None = None
    backfill_id: str | None = None
    retry_of: str | None = None
    chain: str | None = None


class AttemptRow(msgspec.Struct, gc=False):
    execution_id: str
    attempt: int
    job_id: str
    log_offset: int
    created_ms: int | None
    """When the execution was created, if that was in this batch; else the execution's row tells."""
    status: str | None = None
    if_open: bool = False
    """True if the change is only for an attempt that has not ended: it was cancelled or skipped with its execution."""
    worker_id: str | None = None
    dispatched_ms: int | None = None
    not_before_ms: int | None = None
    claimed_ms: int | None = None
    started_ms: int | None = None
    finished_ms: int | None = None
    failure_kind: str | None = None
    error_class: str | None = None
    error_message: str | None = None
    traceback: str | None = None
    recall_reason: str | None = None
