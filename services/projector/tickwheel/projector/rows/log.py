"""Rows of execution_logs and execution_progress."""

import msgspec


class LogRow(msgspec.Struct, gc=False):
    execution_id: str
    attempt: int
    line: int
    job_id: str
    logged_ms: int
    level: str
    message: str
    fields: str | None
    dropped: int


class ProgressRow(msgspec.Struct, gc=False):
    execution_id: str
    attempt: int
    job_id: str
    fraction: float
    message: str
    reported_ms: int
    log_offset: int
