"""A read-only schema registry, as Confluent clients, kcat and Kafka UIs ask one. The schemas are those of the manifest."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from tickwheel.command_api.requests import PartsOf
from tickwheel.runtime.codec.registry import CONTENT_TYPE, Answer

router = APIRouter(prefix="/registry", tags=["schema registry"])


@router.get("/{path:path}")
def get(path: str, parts: PartsOf) -> Response:
    """schemas/ids/{id}, subjects, subjects/{subject}/versions, and so on."""
    return _answer(parts.registry.get(f"/{path}"))


@router.post("/subjects/{subject}")
def look_up(subject: str, body: dict[str, Any], parts: PartsOf) -> Response:
    """Which version is this schema? Serialisers ask it before they write."""
    return _answer(parts.registry.look_up(subject, str(body.get("schema", ""))))


@router.post("/subjects/{subject}/versions")
def register(subject: str, body: dict[str, Any], parts: PartsOf) -> Response:
    """A serialiser that registers its schema gets the id if we have it; nothing is ever added."""
    found = parts.registry.look_up(subject, str(body.get("schema", "")))
    return _answer(Answer(200, {"id": found.body["id"]}) if found.status == 200 else found)


def _answer(found: Answer) -> Response:
    return JSONResponse(found.body, found.status, media_type=CONTENT_TYPE)
