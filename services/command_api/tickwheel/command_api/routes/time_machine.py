"""How a job's definition became what it is. How the job stood at an instant: GET /jobs/{job}/history?at=."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents, ownership
from tickwheel.command_api.answer_models import JobChanges, VersionDiff
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.reads import changes, offsets
from tickwheel.command_api.requests import Offset, PartsOf, Viewer
from tickwheel.command_api.routes.jobs import JobPath

router = APIRouter(prefix="/jobs", tags=["time machine"])

Version = Annotated[int, Query(ge=1, le=2**31 - 1)]


@router.get("/{job}/changes", **documents.documented(404, model=JobChanges))
async def list_changes(
    job: JobPath,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    min_offset: Offset = "",
) -> Response:
    """List the versions of a job with the fields that each changed, and who did it."""
    await run_in_threadpool(offsets.wait_for, parts, min_offset)
    job_id = await ownership.require_job(parts, viewer, job)
    found = await run_in_threadpool(changes.of_job, parts.pool, job_id, limit)
    if not found:
        raise not_found("job", job)
    return documents.answer(request, {"items": found})


@router.get("/{job}/diff", **documents.documented(404, model=VersionDiff))
async def show_diff(
    job: JobPath, request: Request, parts: PartsOf, viewer: Viewer, from_version: Version, to_version: Version
) -> Response:
    """Show the fields in which two versions of a job differ."""
    job_id = await ownership.require_job(parts, viewer, job)
    found = await run_in_threadpool(changes.between, parts.pool, job_id, from_version, to_version)
    if found is None:
        raise not_found("version", f"{from_version} or {to_version} of {job}")
    return documents.answer(
        request, {"from_version": from_version, "to_version": to_version, "changes": found}
    )
