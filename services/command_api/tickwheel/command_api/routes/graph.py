"""The graph of what waits for what."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents, ownership
from tickwheel.command_api.answer_models import Graph
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import graph
from tickwheel.command_api.requests import PartsOf, Viewer

router = APIRouter(tags=["dependencies"])


@router.get("/dependencies", **documents.documented(404, model=Graph))
async def show_graph(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    job: Annotated[
        str, Query(max_length=255, description="Only what this job waits for, and what waits for it.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=5_000, description="Edges.")] = 1_000,
) -> Response:
    """Show jobs that wait for others, and how all of them stand. A user sees edges between their own jobs."""
    owner = own_only(viewer, "")
    if job:
        job_id = await ownership.require_job(parts, viewer, job)
        edges = await run_in_threadpool(graph.edges_around, parts.pool, job_id, owner, limit + 1)
    else:
        edges = await run_in_threadpool(graph.edges, parts.pool, owner, limit + 1)
    told = edges[:limit]
    named = {edge[end] for edge in told for end in ("upstream_job_id", "job_id")}
    if job:
        named.add(job_id)
    nodes = await run_in_threadpool(graph.nodes, parts.pool, [str(one) for one in named])
    return documents.answer(request, {"nodes": nodes, "edges": told, "truncated": len(edges) > limit})
