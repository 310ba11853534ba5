"""A job that is only tried: for forms, and for programs that want to know before they write."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents, validation
from tickwheel.command_api.access import Identity
from tickwheel.command_api.answer_models import Validation
from tickwheel.command_api.requests import PartsOf, allowed

router = APIRouter(tags=["jobs"])


@router.post("/jobs:validate", **documents.documented(model=Validation))
async def validate(
    request: Request,
    parts: PartsOf,
    manager: Annotated[Identity, Depends(allowed("manage"))],
    spec: Annotated[dict[str, Any], Body(description="As for POST /jobs.")],
    existing: Annotated[str, Query(max_length=255, description="The job that it is to replace.")] = "",
) -> Response:
    """Say whether a job would be accepted, and when it would run. Nothing is changed."""
    found = await run_in_threadpool(validation.validate, parts, spec, manager.name, existing)
    return documents.answer(request, found)
