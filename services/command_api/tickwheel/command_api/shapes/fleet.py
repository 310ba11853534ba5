"""Workers, handlers, queues and the overview as reads show them."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field


class Worker(BaseModel):
    worker_id: str = Field(description="One life of the process.")
    instance: str = Field(description="Its stable name.")
    hostname: str
    address: str | None
    version: str
    queue: str
    labels: dict[str, str]
    handlers: list[str]
    slots: int
    running: int
    held: int
    credit: int
    cpu_milli: int
    memory_mib: int
    disk_mib: int
    extra_resources: dict[str, int]
    draining: bool
    lease_ms: int
    started_at: datetime
    last_seen_at: datetime
    stopped_at: datetime | None
    stop_reason: str | None
    log_offset: int
    live: bool
    status: Literal["ACTIVE", "DRAINING", "LOST", "STOPPED"]


class Draining(BaseModel):
    worker_id: str
    draining: bool


class Handler(BaseModel):
    handler: str
    kind: str
    description: str | None
    payload_schema: dict[str, Any] | None
    registered_at: datetime
    live_workers: int
    breaker: str | None
    calls: int | None
    failures: int | None
    mean_duration_ms: float | None
    p95_duration_ms: float | None
    workers_needed: int | None
    retry_at: datetime | None


class Queue(BaseModel):
    queue: str
    pending: int
    queued: int
    running: int
    pending_retry: int
    oldest_due_at: datetime | None
    workers: int
    slots: int
    busy_slots: int


class LastHour(BaseModel):
    completed: int
    failed: int
    cancelled: int
    skipped: int


class Minute(BaseModel):
    minute: datetime
    completed: int
    failed: int


class Slots(BaseModel):
    live: int
    slots: int
    busy_slots: int
    draining: int


class Summary(BaseModel):
    """The figures of the overview."""

    jobs: dict[str, int] = Field(description="By status, without those that have ended.")
    executions: dict[str, int] = Field(description="By status, those that have not ended.")
    queue_depth: int
    running: int
    last_hour: LastHour
    throughput: list[Minute]
    dead_letters: int
    workers: Slots
