"""The shape of what the reads of the dashboard answer, for OpenAPI and the types that are made from it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from tickwheel.command_api.problems import FieldFault


class HourOutcomes(BaseModel):
    day: str = Field(description="A day of the zone, as 2026-01-31.")
    hour: int = Field(description="0 to 23, by the zone's wall clock.")
    completed: int
    failed: int
    cancelled: int
    skipped: int = Field(description="Skipped or deduplicated.")
    live: int = Field(description="Not ended yet.")
    total: int


class PastCalendar(BaseModel):
    """What was due in each hour, and how it ended. Hours without anything are left out."""

    timezone: str
    since: datetime
    until: datetime
    items: list[HourOutcomes]


class UpcomingRun(BaseModel):
    job_id: UUID
    due_at: datetime


class UpcomingJob(BaseModel):
    job_id: UUID
    name: str
    handler: str
    queue: str
    owner: str
    timezone: str
    runs: int = Field(description="How many of its runs are told.")
    has_more: bool = Field(description="It runs more often than is told.")


class UpcomingCalendar(BaseModel):
    """The next runs of the whole fleet, the soonest first. Jitter and calendars are not in it."""

    until: datetime
    items: list[UpcomingRun]
    jobs: list[UpcomingJob]
    complete_until: datetime = Field(
        description="Before this nothing is missing, but for jobs with `has_more`."
    )
    jobs_are_complete: bool = Field(description="False if there are more jobs than were looked at.")


class TimelineAttempt(BaseModel):
    execution_id: UUID
    attempt: int
    status: str
    execution_status: str
    origin: str
    job_id: UUID
    job_name: str
    handler: str
    queue: str
    worker_id: str | None
    worker: str | None = Field(description="The stable name of the worker.")
    due_at: datetime
    started_at: datetime
    finished_at: datetime | None
    failure_kind: str | None
    error_class: str | None


class Timeline(BaseModel):
    """Attempts that ran in a window, the newest first."""

    since: datetime
    until: datetime
    items: list[TimelineAttempt]
    truncated: bool = Field(description="There are more than were asked for: ask for a shorter window.")


class GraphNode(BaseModel):
    job_id: UUID
    name: str
    status: str
    handler: str
    queue: str
    owner: str
    when_kind: str
    next_due_at: datetime | None
    paused_at: datetime | None
    deleted_at: datetime | None
    last_execution_id: UUID | None
    last_status: str | None
    last_finished_at: datetime | None
    live_execution_id: UUID | None = Field(description="The newest execution that has not ended.")
    live_status: str | None


class GraphEdge(BaseModel):
    upstream_job_id: UUID
    job_id: UUID = Field(description="The job that waits.")
    mode: str | None
    freshness_ms: int | None
    satisfied_at: datetime | None = Field(
        description="When the upstream last completed for it; none: it waits."
    )
    satisfied_by: UUID | None


class Graph(BaseModel):
    """Jobs and what they wait for."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    truncated: bool


class DeadLetterGroup(BaseModel):
    fingerprint: str = Field(description="Filter of /dead-letter and of bulk operations.")
    handler: str
    error_class: str
    failure_kind: str
    template: str = Field(description="The message with # for ids and numbers.")
    count: int
    jobs: int
    first_at: datetime
    last_at: datetime
    last_message: str
    last_execution_id: UUID
    last_job_name: str


class DeadLetterGroups(BaseModel):
    items: list[DeadLetterGroup]


class AuditEntry(BaseModel):
    command_id: str
    job_id: UUID
    job_name: str | None
    owner: str | None
    command_type: str
    accepted: bool
    actor: str
    decided_at: datetime
    event_type: str
    sequence: int
    execution_id: UUID | None
    code: str | None
    field: str | None
    message: str | None


class AuditPage(BaseModel):
    items: list[AuditEntry]
    next: str | None = None
    total: int | None = None
    total_is_exact: bool | None = None


class Difference(BaseModel):
    field: str
    before: Any
    after: Any


class VersionChanges(BaseModel):
    version: int
    changed_at: datetime
    changed_by: str
    command_id: str | None
    changes: list[Difference]


class JobChanges(BaseModel):
    """Each version with what it changed, the newest first."""

    items: list[VersionChanges]


class VersionDiff(BaseModel):
    from_version: int
    to_version: int
    changes: list[Difference]


class FieldValues(BaseModel):
    items: list[str]


class ThroughputStep(BaseModel):
    at: datetime
    completed: int
    failed: int
    cancelled: int
    mean_duration_ms: float | None
    p95_late_ms: float | None = Field(description="Start after due of scheduled runs.")


class Throughput(BaseModel):
    step_s: int
    items: list[ThroughputStep]


class NextRun(BaseModel):
    due_at: datetime
    local: str
    note: str


class Validation(BaseModel):
    """What creating the job would come to. The scheduler has the last word."""

    valid: bool
    errors: list[FieldFault] = Field(description="Why it would be refused.")
    warnings: list[FieldFault] = Field(description="What is worth a second look.")
    next: list[NextRun]
    timezone: str
