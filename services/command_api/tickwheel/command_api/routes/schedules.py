"""Schedules that belong to no job yet: a form can show what an expression means while it is written."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import ValidationError

from tickwheel.command_api import documents, next_runs
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.problems import of_invalid
from tickwheel.command_api.requests import PartsOf, Viewer
from tickwheel.command_api.shapes.jobs import NextRuns
from tickwheel.protocol import ids
from tickwheel.protocol.vocabulary import DstGap, DstRepeat

router = APIRouter(prefix="/schedules", tags=["schedules"])


@router.get("/next", **documents.documented(model=NextRuns))
def preview(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    schedule: Annotated[str, Query(max_length=255, description="Cron expression.")] = "",
    interval: Annotated[str, Query(max_length=100, description="As 15m or PT15M.")] = "",
    timezone: Annotated[str, Query(max_length=255)] = "UTC",
    dst_gap: DstGap = "next_valid",
    dst_repeat: DstRepeat = "first",
    name: Annotated[str, Query(max_length=255, description="For H, which follows from the name.")] = "",
    n: Annotated[int, Query(ge=1, le=100)] = 10,
) -> Response:
    """Show the next runs of a schedule, with a note where daylight saving bends them."""
    said = {"schedule": schedule or None, "interval": interval or None}
    spec = _spec({"name": name or "preview", "handler": "preview", "timezone": timezone, **said})
    definition = spec.model_copy(update={"dst_gap": dst_gap, "dst_repeat": dst_repeat}).definition(
        parts.namespace, viewer.name
    )
    now_ms = parts.clock.now_ms()
    job_id = ids.job_id(parts.namespace, spec.name)
    return documents.answer(request, next_runs.of_definition(definition, job_id, now_ms, now_ms, n))


def _spec(fields: dict[str, Any]) -> JobSpec:
    try:
        return JobSpec.model_validate(fields)
    except ValidationError as error:
        raise of_invalid(list(error.errors(include_url=False)), skip=0) from error
