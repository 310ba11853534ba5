"""Attempts on a line of time, and how many executions ended in each step of it."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents
from tickwheel.command_api.answer_models import Throughput, Timeline
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import throughput, timeline
from tickwheel.command_api.requests import PartsOf, Viewer
from tickwheel.command_api.windows import now, window

router = APIRouter(tags=["timeline"])

LONGEST = timedelta(days=31)


@router.get("/timeline", **documents.documented(model=Timeline))
def show_timeline(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    since: Instant | None = None,
    until: Instant | None = None,
    job: str = "",
    handler: str = "",
    queue: str = "",
    worker: str = "",
    owner: str = "",
    limit: Annotated[int, Query(ge=1, le=5_000)] = 2_000,
) -> Response:
    """List the attempts that ran in a window; the last hour unless told otherwise. Each names its job and its worker: lanes of either."""
    first, last = window(since, until, timedelta(hours=1), LONGEST, now(parts))
    found = timeline.attempts(
        parts.pool,
        first,
        last,
        limit + 1,
        owner=own_only(viewer, owner),
        job_id=parts.job_id(job) if job else None,
        handler=handler,
        queue=queue,
        worker=worker,
    )
    body = {"since": first, "until": last, "items": found[:limit], "truncated": len(found) > limit}
    return documents.answer(request, body)


@router.get("/metrics/throughput", **documents.documented(model=Throughput))
def show_throughput(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    hours: Annotated[int, Query(ge=1, le=168)] = 3,
    step_s: Annotated[int, Query(ge=10, le=86_400)] = 60,
    job: str = "",
    handler: str = "",
    queue: str = "",
    owner: str = "",
) -> Response:
    """Count what ended in each step of the last hours."""
    step_s = max(step_s, hours * 3_600 // 2_000)
    items = throughput.steps(
        parts.pool,
        hours * 3_600,
        step_s,
        owner=own_only(viewer, owner),
        job_id=parts.job_id(job) if job else None,
        handler=handler,
        queue=queue,
    )
    return documents.answer(request, {"step_s": step_s, "items": items})
