"""Whether this process can do its work, and its figures for Prometheus."""

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.problems import Problem, ProblemDocument
from tickwheel.command_api.reads.rows import all_rows
from tickwheel.command_api.requests import Operator, PartsOf
from tickwheel.runtime import exposition

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: Literal["live", "ready"]


@router.head("/api/v1/health/live", include_in_schema=False)
@router.get("/api/v1/health/live")
async def live() -> Health:
    """This process answers."""
    return Health(status="live")


@router.head("/api/v1/health/ready", include_in_schema=False)
@router.get("/api/v1/health/ready", responses={503: {"model": ProblemDocument}})
async def ready(parts: PartsOf) -> Health:
    """Commands can be decided and tables can be read."""
    if not parts.tail.is_following():
        raise Problem(503, "not_ready", "the journal cannot be followed now: see whether Kafka runs")
    await run_in_threadpool(all_rows, parts.pool, "SELECT 1 AS one")
    return Health(status="ready")


@router.get("/api/v1/metrics", response_class=Response)
async def prometheus(operator: Operator) -> Response:
    """The figures of this process, for Prometheus."""
    content_type, body = await run_in_threadpool(exposition.scrape, "api")
    return Response(body, media_type=content_type)
