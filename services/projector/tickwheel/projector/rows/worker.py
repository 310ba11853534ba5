"""Rows of workers, handlers and handler_health."""

import msgspec


class WorkerRow(msgspec.Struct, gc=False):
    worker_id: str
    log_offset: int
    instance: str | None = None
    """Given if there was a heartbeat in this batch: then every column but the last two is."""
    hostname: str | None = None
    address: str | None = None
    version: str | None = None
    queue: str | None = None
    labels: str | None = None
    handlers: str | None = None
    slots: int | None = None
    running: int | None = None
    held: int | None = None
    credit: int | None = None
    cpu_milli: int | None = None
    memory_mib: int | None = None
    disk_mib: int | None = None
    extra_resources: str | None = None
    draining: bool | None = None
    lease_ms: int | None = None
    started_ms: int | None = None
    last_seen_ms: int | None = None
    stopped_ms: int | None = None
    stop_reason: str | None = None


class HandlerRow(msgspec.Struct, gc=False):
    handler: str
    log_offset: int
    kind: str
    description: str
    payload_schema: str | None
    registered_by: str
    registered_ms: int


class HandlerHealthRow(msgspec.Struct, gc=False):
    handler: str
    log_offset: int
    breaker: str
    changed_ms: int
    retry_ms: int
    calls: int
    failures: int
    mean_duration_ms: float
    p95_duration_ms: float
    workers_needed: float
    observed_ms: int
