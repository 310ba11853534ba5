"""The fleet's calendar: how the past went hour by hour, and what will run in the next days."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents, upcoming
from tickwheel.command_api.answer_models import PastCalendar, UpcomingCalendar
from tickwheel.command_api.instants import Instant, epoch_ms
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import calendar
from tickwheel.command_api.requests import PartsOf, Viewer
from tickwheel.command_api.windows import now, window

router = APIRouter(prefix="/calendar", tags=["calendar"])

LONGEST = timedelta(days=92)
JOBS_AT_MOST = 2_000

Zone = Annotated[str, Query(max_length=255, description="Hours and days are those of this zone.")]


@router.get("/past", **documents.documented(model=PastCalendar))
def past(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    since: Instant | None = None,
    until: Instant | None = None,
    timezone: Zone = "UTC",
    job: str = "",
    handler: str = "",
    queue: str = "",
    owner: str = "",
) -> Response:
    """Count what was due in each hour by how it ended. The last seven days unless told otherwise."""
    first, last = window(since, until, timedelta(days=7), LONGEST, now(parts))
    items = calendar.hours(
        parts.pool,
        first,
        last,
        timezone,
        owner=own_only(viewer, owner),
        job_id=parts.job_id(job) if job else None,
        handler=handler,
        queue=queue,
    )
    return documents.answer(request, {"timezone": timezone, "since": first, "until": last, "items": items})


@router.get("/upcoming", **documents.documented(model=UpcomingCalendar))
def upcoming_runs(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    until: Instant | None = None,
    handler: str = "",
    queue: str = "",
    owner: str = "",
    limit: Annotated[int, Query(ge=1, le=5_000, description="Runs in all, the soonest.")] = 1_000,
    per_job: Annotated[int, Query(ge=1, le=500, description="Runs of one job.")] = 50,
) -> Response:
    """Compute what will run next, of all jobs. Three days unless told otherwise."""
    at = now(parts)
    _, last = window(at, until, timedelta(days=3), LONGEST, at)
    filters = {"owner": own_only(viewer, owner), "handler": handler, "queue": queue}
    rows = calendar.due_before(parts.pool, last, JOBS_AT_MOST, **filters)
    bounds = upcoming.Bounds(now_ms=epoch_ms(at), until_ms=epoch_ms(last), runs=limit, per_job=per_job)
    body = upcoming.of_jobs(rows, bounds)
    return documents.answer(request, {"until": last, **body, "jobs_are_complete": len(rows) < JOBS_AT_MOST})
