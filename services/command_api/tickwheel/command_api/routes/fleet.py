"""Workers, handlers, queues and the figures of the overview."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents, once
from tickwheel.command_api.bodies import DrainBody
from tickwheel.command_api.once import Once
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import fleet, summary
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.requests import OperateOrder, PartsOf, Viewer
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


@router.post("/workers/{worker}/drain", **once.documented(404, model=shape.Draining, accepted=202))
async def drain(
    worker: str, request: Request, order: OperateOrder, body: DrainBody | None = None
) -> Response:
    """Tell a worker to take no new work, finish what runs, and stop."""
    parts, said = order.parts, body or DrainBody()

    async def work() -> Row:
        worker_id = await run_in_threadpool(fleet.worker_id, parts.pool, worker)
        if worker_id is None:
            raise not_found("live worker", worker)
        command = DrainWorker(
            worker_id=worker_id, actor=order.identity.name, deadline_ms=said.deadline_s * 1_000
        )
        await parts.submission.tell(parts.topics.control, worker_id, command, parts.answer_timeout_s)
        return {"worker_id": worker_id, "draining": True}

    return once.answer(request, await Once(order, said).elsewhere(work), 202)


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
