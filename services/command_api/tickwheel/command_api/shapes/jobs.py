"""Jobs as reads show them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from tickwheel.command_api.answer_models import NextRun
from tickwheel.protocol.vocabulary import JobStatus, WhenKind


class JobLine(BaseModel):
    """A job in a list."""

    job_id: UUID
    name: str
    status: JobStatus
    handler: str
    description: str
    owner: str
    queue: str
    priority: int
    when_kind: WhenKind
    cron: str | None
    interval_ms: int | None
    run_at: datetime | None
    timezone: str
    tags: dict[str, str]
    version: int
    next_due_at: datetime | None
    paused_at: datetime | None
    pause_reason: str | None
    last_execution_id: UUID | None
    last_status: str | None
    last_finished_at: datetime | None
    created_at: datetime
    created_by: str
    updated_at: datetime


class Dependency(BaseModel):
    upstream_job_id: UUID
    name: str | None = Field(description="None if the tables do not know the job, or it is another owner's.")
    mode: str
    freshness_ms: int | None
    satisfied_at: datetime | None
    satisfied_by: UUID | None


class Job(JobLine):
    """A job with all that is known of it."""

    payload: Any
    definition: dict[str, Any] = Field(description="What its author said, as the log carries it.")
    tzdata_version: str | None
    deleted_at: datetime | None
    retired_at: datetime | None
    sequence: int = Field(description="How many events it has had.")
    log_partition: int
    log_offset: int = Field(description="Of its last event in the journal.")
    depends_on: list[Dependency]


class NextRuns(BaseModel):
    items: list[NextRun]
    timezone: str
    tzdata_version: str = Field("", description="Left out where nothing will run.")


class Version(BaseModel):
    version: int
    changed_at: datetime
    changed_by: str
    command_id: str | None
    definition: dict[str, Any]


class Skipped(BaseModel):
    """Due times that did not run."""

    occurrence: str | None
    due_at: datetime | None
    last_due_at: datetime | None
    count: int
    more: bool = Field(description="There were more than were counted.")
    reason_code: str
    reason: str
    dedup_key: str | None
    first_execution_id: UUID | None
    skipped_at: datetime


class Event(BaseModel):
    """An event of the journal. What else it has follows from its type: see the AsyncAPI document."""

    offset: int
    type: str
    job_id: str
    sequence: int
    at_ms: int
    job_status: str
    cause_id: str = Field(description="The command that caused it.")
    actor: str


class StateThen(BaseModel):
    status: str
    sequence: int
    version: int = Field(0, description="Left out where its definition is older than what was read.")
    definition: dict[str, Any] = Field(default_factory=dict)


class History(BaseModel):
    items: list[Event]
    complete: bool = Field(description="False if the history begins earlier than this.")
    state: StateThen | None
