"""Jobs: look at."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import StringConstraints

from tickwheel.command_api import calendar_notes, documents, history, next_runs, ownership
from tickwheel.command_api.access import Identity
from tickwheel.command_api.instants import Instant, epoch_ms
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.questions import Paging, own_only
from tickwheel.command_api.reads import calendars, executions, jobs, offsets
from tickwheel.command_api.reads.listing import page
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.requests import Offset, PartsOf, Viewer
from tickwheel.command_api.routes.jobs import JobPath
from tickwheel.command_api.shapes import jobs as shape
from tickwheel.command_api.shapes.executions import ExecutionLine
from tickwheel.protocol.vocabulary import ExecutionStatus, JobStatus, WhenKind

router = APIRouter(prefix="/jobs", tags=["jobs"])

Tag = Annotated[str, StringConstraints(pattern=r"^[^=]+=.*$", max_length=511)]
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("", **documents.documented(model=documents.Page[shape.JobLine]))
def list_jobs(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    paging: Paging,
    status: Annotated[list[JobStatus] | None, Query()] = None,
    handler: str = "",
    queue: str = "",
    owner: str = "",
    when: WhenKind | None = None,
    tag: Annotated[list[Tag] | None, Query(description="As team=billing; several must all match.")] = None,
    deleted: bool | None = None,
) -> Response:
    """List jobs, the newest first."""
    filters = {
        "status": status,
        "handler": handler,
        "queue": queue,
        "owner": own_only(viewer, owner),
        "when": when,
        "tags": _tags(tag or []),
        "deleted": deleted,
    }
    paging.wait(parts)
    return documents.answer(request, page(parts.pool, jobs.LISTING, paging.question(filters)))


@router.get("/{job}", **documents.documented(404, model=shape.Job))
def show(job: JobPath, request: Request, parts: PartsOf, viewer: Viewer, min_offset: Offset = "") -> Response:
    """Show a job with what it depends on. Its ETag is what If-Match wants."""
    found = _visible(parts, viewer, job, min_offset)
    found["depends_on"] = jobs.dependencies(parts.pool, str(found["job_id"]), own_only(viewer, ""))
    return documents.answer(request, found, f"{found['version']}.{found['log_offset']}")


@router.get("/{job}/next", **documents.documented(404, model=shape.NextRuns))
def show_next(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    n: Annotated[int, Query(ge=1, le=100)] = 10,
    min_offset: Offset = "",
) -> Response:
    """Show when a job will be due next, with a note where daylight saving bends it or a calendar skips or holds it. Jitter is not
    in it."""
    found = _visible(parts, viewer, job, min_offset)
    concerning = calendars.concerning(parts.pool, found["definition"].get("calendars", ()))
    runs = next_runs.of_job(found, parts.clock.now_ms(), n, calendar_notes.compiled(concerning))
    return documents.answer(request, runs)


@router.get("/{job}/executions", **documents.documented(404, model=documents.Page[ExecutionLine]))
def list_executions(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    paging: Paging,
    status: Annotated[list[ExecutionStatus] | None, Query()] = None,
) -> Response:
    """List the executions of a job, the newest first."""
    paging.wait(parts)
    found = _visible(parts, viewer, job)
    question = paging.question({"job_id": found["job_id"], "status": status})
    return documents.answer(request, page(parts.pool, executions.LISTING, question))


@router.get("/{job}/versions", **documents.documented(404, model=documents.Items[shape.Version]))
def list_versions(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    limit: Limit = 50,
    min_offset: Offset = "",
) -> Response:
    """List the versions of a job's definition: who changed it, when, and to what."""
    found = _visible(parts, viewer, job, min_offset)
    return documents.answer(request, {"items": jobs.versions(parts.pool, str(found["job_id"]), limit)})


@router.get("/{job}/skipped", **documents.documented(404, model=documents.Items[shape.Skipped]))
def list_skipped(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    limit: Limit = 50,
    min_offset: Offset = "",
) -> Response:
    """List the due times of a job that did not run, each with its reason."""
    found = _visible(parts, viewer, job, min_offset)
    return documents.answer(request, {"items": jobs.skipped(parts.pool, str(found["job_id"]), limit)})


@router.get("/{job}/history", **documents.documented(404, model=shape.History))
def show_history(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    at: Annotated[Instant | None, Query(description="How it stood at this instant.")] = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
    min_offset: Offset = "",
) -> Response:
    """The events of a job from the journal itself, the newest last; with `at`, as it stood then."""
    found = _visible(parts, viewer, job, min_offset)
    return documents.answer(request, history.of_job(parts, found, epoch_ms(at), limit))


def _visible(parts: Parts, viewer: Identity, job: str, min_offset: str = "") -> Row:
    offsets.wait_for(parts, min_offset)
    found = parts.job_rows.job(parts.pool, parts.job_id(job))
    if found is None:
        raise not_found("job", job)
    ownership.check_job(viewer, job, found["owner"])
    return found


def _tags(pairs: list[str]) -> str:
    """As JSON to compare with; empty for none."""
    tags = dict(pair.split("=", 1) for pair in pairs)
    return msgspec.json.encode(tags).decode() if tags else ""
