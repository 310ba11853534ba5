"""What was, and what will be: the journal, versions, the audit, calendars of runs, figures."""

from typing import Any

from tickwheel.client.answers import (
    AuditPage,
    FieldValues,
    Graph,
    History,
    Items,
    JobChanges,
    PastCalendar,
    Summary,
    Throughput,
    Timeline,
    UpcomingCalendar,
    Version,
    VersionDiff,
)
from tickwheel.client.call import Call, get, segment


def job_history(job: str, at: str = "", limit: int = 1_000) -> Call[History]:
    """The events of a job from the journal; with `at`, as it stood then."""
    return get(f"/jobs/{segment(job)}/history", at=at, limit=limit)


def list_versions(job: str, limit: int = 100, min_offset: str = "") -> Call[Items[Version]]:
    """The versions of a job's definition: who changed it, when, and to what."""
    return get(f"/jobs/{segment(job)}/versions", limit=limit, min_offset=min_offset)


def list_changes(job: str, limit: int = 100, min_offset: str = "") -> Call[JobChanges]:
    """The versions of a job with the fields that each changed."""
    return get(f"/jobs/{segment(job)}/changes", limit=limit, min_offset=min_offset)


def compare_versions(job: str, from_version: int, to_version: int) -> Call[VersionDiff]:
    """The fields in which two versions of a job differ."""
    return get(f"/jobs/{segment(job)}/diff", from_version=from_version, to_version=to_version)


def audit(**query: Any) -> Call[AuditPage]:
    """A page of commands with their actors, accepted or refused, the newest first."""
    return get("/audit", **query)


def past_calendar(**query: Any) -> Call[PastCalendar]:
    """What was due in each hour, by how it ended."""
    return get("/calendar/past", **query)


def upcoming_calendar(**query: Any) -> Call[UpcomingCalendar]:
    """What will run next, of all jobs."""
    return get("/calendar/upcoming", **query)


def timeline(**query: Any) -> Call[Timeline]:
    """The attempts that ran in a window, each with its job and its worker."""
    return get("/timeline", **query)


def throughput(**query: Any) -> Call[Throughput]:
    """What ended in each step of the last hours."""
    return get("/metrics/throughput", **query)


def summary() -> Call[Summary]:
    """The figures of the overview."""
    return get("/metrics/summary")


def dependencies(job: str = "", limit: int = 500) -> Call[Graph]:
    """Jobs that wait for others, and how all of them stand."""
    return get("/dependencies", job=job, limit=limit)


def list_values(field: str, q: str = "", limit: int = 20) -> Call[FieldValues]:
    """Values of a field that contain the text, to complete a filter."""
    return get(f"/values/{segment(field)}", q=q, limit=limit)
