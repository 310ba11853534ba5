"""Executions and dead letters as reads show them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from tickwheel.protocol.vocabulary import ExecutionStatus


class ExecutionLine(BaseModel):
    """An execution in a list."""

    execution_id: UUID
    job_id: UUID
    job_name: str
    owner: str
    handler: str
    queue: str
    priority: int
    status: ExecutionStatus
    origin: str
    attempt: int
    worker_id: str | None
    waiting_reason: str | None
    due_at: datetime | None
    not_before: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    failure_kind: str | None
    error_class: str | None
    error_message: str | None
    backfill_id: str | None
    retry_of: UUID | None
    created_at: datetime
    updated_at: datetime


class Attempt(BaseModel):
    execution_id: UUID
    attempt: int
    created_at: datetime
    job_id: UUID
    status: str
    worker_id: str | None
    dispatched_at: datetime | None
    not_before: datetime | None
    claimed_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    failure_kind: str | None
    error_class: str | None
    error_message: str | None
    traceback: str | None
    recall_reason: str | None
    log_offset: int


class Execution(ExecutionLine):
    """An execution with its attempts."""

    occurrence: str
    scheduled_at: datetime | None
    waits_for: str | None
    recall_reason: str | None
    result: Any
    payload: Any
    dedup_key: str | None
    chain: Any
    log_partition: int
    log_offset: int
    progress: float | None
    progress_message: str | None
    attempts: list[Attempt]


class Why(BaseModel):
    """Why an execution does not run, in a sentence."""

    execution_id: UUID
    job_id: UUID
    job_name: str
    owner: str
    status: ExecutionStatus
    attempt: int
    queue: str
    due_at: datetime | None
    not_before: datetime | None
    waits_for: str | None
    started_at: datetime | None
    finished_at: datetime | None
    worker_id: str | None
    error_class: str | None
    error_message: str | None
    recall_reason: str | None
    why: str
    overdue_ms: int


class LogLine(BaseModel):
    attempt: int
    line: int
    logged_at: datetime
    level: str
    message: str
    fields: Any
    dropped: int | None = Field(description="Lines before it that were too many to keep.")


class LogLines(BaseModel):
    items: list[LogLine]
    ended: bool = Field(description="The execution has ended: no more lines will come.")


class DeadLetterLine(BaseModel):
    """A dead letter in a list."""

    execution_id: UUID
    job_id: UUID
    job_name: str
    owner: str
    handler: str
    queue: str
    origin: str
    due_at: datetime | None
    attempts: int
    failure_kind: str
    error_class: str | None
    error_message: str | None
    failed_at: datetime
    status: str
    resolved_at: datetime | None
    resolved_by: str | None
    resolution: str | None
    new_execution_id: UUID | None


class DeadLetter(DeadLetterLine):
    """A dead letter with all that is needed to understand it."""

    occurrence: str
    payload: Any
    traceback: str | None
    log_offset: int
