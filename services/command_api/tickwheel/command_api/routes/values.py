"""Values to complete what somebody types into a filter."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents
from tickwheel.command_api.answer_models import FieldValues
from tickwheel.command_api.questions import own_only
from tickwheel.command_api.reads import values
from tickwheel.command_api.requests import PartsOf, Viewer

router = APIRouter(tags=["values"])


@router.get("/values/{field}", **documents.documented(model=FieldValues))
def list_values(
    field: values.Field,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=255, description="What was typed so far.")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """List values of a field that contain the text."""
    found = values.of_field(parts.pool, field, q, own_only(viewer, ""), limit)
    return documents.answer(request, {"items": found})
