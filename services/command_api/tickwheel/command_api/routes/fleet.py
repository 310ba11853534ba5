"""Workers, handlers, queues and the figures of the overview."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents
from tickwheel.command_api.bodies import DrainBody
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import fleet, summary
from tickwheel.command_api.requests import Operator, PartsOf, Viewer
from tickwheel.command_api.shapes import fleet as shape
from tickwheel.protocol.control import DrainWorker

router = APIRouter(tags=["fleet"])


@router.get("/workers", **documents.documented(model=documents.Items[shape.Worker]))
def list_workers(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    gone: Annotated[bool, Query(description="Also those that stopped or were lost.")] = False,
    queue: str = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """List workers."""
    found = fleet.workers(parts.pool, gone=gone, queue=queue, limit=limit)
    return documents.answer(request, {"items": found})


@router.post(
    "/workers/{worker}/drain", **documents.documented(404, model=shape.Draining) | {"status_code": 202}
)
async def drain(
    worker: str, request: Request, parts: PartsOf, operator: Operator, body: DrainBody | None = None
) -> Response:
    """Tell a worker to take no new work, finish what runs, and stop."""
    worker_id = await run_in_threadpool(fleet.worker_id, parts.pool, worker)
    if worker_id is None:
        raise not_found("live worker", worker)
    deadline_s = (body or DrainBody()).deadline_s
    command = DrainWorker(worker_id=worker_id, actor=operator.name, deadline_ms=deadline_s * 1_000)
    await parts.submission.tell(parts.topics.control, worker_id, command, parts.answer_timeout_s)
    answer = documents.answer(request, {"worker_id": worker_id, "draining": True})
    answer.status_code = 202
    return answer


@router.get("/handlers", **documents.documented(model=documents.Items[shape.Handler]))
def list_handlers(request: Request, parts: PartsOf, viewer: Viewer) -> Response:
    """List the handlers that workers have registered, and how they do."""
    return documents.answer(request, {"items": fleet.handlers(parts.pool)})


@router.get("/queues", **documents.documented(model=documents.Items[shape.Queue]))
def list_queues(request: Request, parts: PartsOf, viewer: Viewer) -> Response:
    """List queues: what waits, what runs, and who could run it."""
    return documents.answer(request, {"items": fleet.queues(parts.pool)})


@router.get("/metrics/summary", **documents.documented(model=shape.Summary))
def metrics_summary(request: Request, parts: PartsOf, viewer: Viewer) -> Response:
    """The figures of the overview; a user's are those of their own jobs."""
    return documents.answer(request, summary.summary(parts.pool, own_only(viewer, "")))
