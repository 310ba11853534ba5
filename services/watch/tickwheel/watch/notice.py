"""Something that somebody may want to be told: what it is, how bad, about which job. Its id follows from what happened."""

from typing import Any, Literal, get_args

import msgspec

Reason = Literal["failed", "auto_paused", "breaker_open", "timeout_near", "overdue", "blind"]
Severity = Literal["warning", "error", "critical"]

REASONS: tuple[Reason, ...] = get_args(Reason)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the least to the worst."""

SEVERITY_OF: dict[Reason, Severity] = {
    "failed": "error",
    "auto_paused": "error",
    "breaker_open": "error",
    "timeout_near": "warning",
    "overdue": "critical",
    "blind": "critical",
}


class JobFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What routes choose by, and people want to read."""

    id: str
    name: str = ""
    owner: str = ""
    handler: str = ""
    queue: str = ""
    tags: dict[str, str] = {}


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a webhook, as it is sent."""

    id: str
    """The same for the same happening, however often it is told: drop what you have seen."""
    reason: Reason
    severity: Severity
    title: str
    """One sentence."""
    at_ms: int
    """When it happened, milliseconds since the epoch."""
    job: JobFacts | None = None
    execution_id: str = ""
    attempt: int = 0
    details: dict[str, Any] = {}


NOTIFICATION_PREFIX = "system:notify:"
"""Begins the names of the jobs that send notifications. Nothing is told about these, or a dead receiver would be told about
for ever."""


def is_about_a_notification(notice: Notice) -> bool:
    return notice.job is not None and notice.job.name.startswith(NOTIFICATION_PREFIX)
