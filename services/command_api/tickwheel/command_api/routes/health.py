"""Whether this process can do its work, and its figures for Prometheus."""

from typing import Any

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.problems import Problem, ProblemDocument
from tickwheel.command_api.reads.rows import all_rows
from tickwheel.command_api.requests import Operator, PartsOf
from tickwheel.runtime import metrics

router = APIRouter(tags=["health"])


@router.get("/api/v1/health/live")
async def live() -> dict[str, str]:
    """This process answers."""
    return {"status": "live"}


@router.get("/api/v1/health/ready", responses={503: {"model": ProblemDocument}})
async def ready(parts: PartsOf) -> dict[str, Any]:
    """Commands can be decided and tables can be read."""
    if not parts.tail.is_following():
        raise Problem(503, "not_ready", "the journal cannot be followed now: see whether Kafka runs")
    await run_in_threadpool(all_rows, parts.pool, "SELECT 1 AS one")
    return {"status": "ready"}


@router.get("/api/v1/metrics", response_class=Response)
async def prometheus(operator: Operator) -> Response:
    """The figures of this process, for Prometheus."""
    return Response(generate_latest(metrics.REGISTRY), media_type=CONTENT_TYPE_LATEST)
