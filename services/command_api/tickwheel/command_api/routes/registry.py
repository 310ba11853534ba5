"""A read-only schema registry, as Confluent clients, kcat and Kafka UIs ask one. The schemas are those of the manifest."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from tickwheel.command_api.problems import MEDIA_TYPE
from tickwheel.command_api.requests import PartsOf
from tickwheel.runtime.codec.registry import CONTENT_TYPE, Answer

router = APIRouter(prefix="/registry", tags=["schema registry"])


class RegistryFault(BaseModel):
    error_code: int
    message: str


class Registration(BaseModel):
    """What a serialiser sends; other fields are passed over."""

    schema_: str = Field("", alias="schema", description="The schema as JSON text.")


class Registered(BaseModel):
    id: int


class Found(Registered):
    subject: str
    version: int
    schema_: str = Field(alias="schema")


class _RegistryAnswer(JSONResponse):
    media_type = CONTENT_TYPE


def _documented(model: Any, *statuses: int) -> dict[str, Any]:
    """Confluent's media type on every answer, refusals too."""
    answers: dict[int, dict[str, Any]] = {200: {"model": model}}
    answers |= {status: {"model": RegistryFault} for status in statuses}
    for status in {400, 422} & answers.keys():  # a body that is no text, or no JSON, is refused as everywhere
        answers[status]["content"] = {
            MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}
        }
    return {"response_class": _RegistryAnswer, "responses": answers}


@router.get("/subjects/{subject}/versions", **_documented(list[int], 404))
def versions(subject: str, parts: PartsOf) -> Response:
    """The versions of a subject."""
    return _answer(parts.registry.get(f"/subjects/{subject}/versions"))


@router.get("/{path:path}", **_documented(Any, 404))
def get(path: str, parts: PartsOf) -> Response:
    """schemas/ids/{id}, subjects, subjects/{subject}/versions, and so on."""
    return _answer(parts.registry.get(f"/{path}"))


@router.post("/subjects/{subject}", **_documented(Found, 400, 404, 422))
def look_up(subject: str, body: Registration, parts: PartsOf) -> Response:
    """Which version is this schema? Serialisers ask it before they write."""
    return _answer(parts.registry.look_up(subject, body.schema_))


@router.post("/subjects/{subject}/versions", **_documented(Registered, 400, 404, 422))
def register(subject: str, body: Registration, parts: PartsOf) -> Response:
    """A serialiser that registers its schema gets the id if we have it; nothing is ever added."""
    found = parts.registry.look_up(subject, body.schema_)
    return _answer(Answer(200, {"id": found.body["id"]}) if found.status == 200 else found)


def _answer(found: Answer) -> Response:
    return _RegistryAnswer(found.body, found.status)
