"""What a read answers: JSON with an ETag, or 304 when the caller has it already."""

import hashlib
from typing import Any, Generic, TypeVar

import msgspec
from fastapi import Request, Response
from pydantic import BaseModel, Field

from tickwheel.command_api.problems import ProblemDocument

JSON = "application/json"


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    """A page of a list."""

    items: list[T]
    next: str | None = Field(None, description="Cursor of the next page; none on the last one.")
    total: int | None = Field(None, description="How many there are, 10,000 at most.")
    total_is_exact: bool | None = Field(None, description="False if there are more than `total`.")


class Items(BaseModel, Generic[T]):
    """A whole, short list."""

    items: list[T]


def documented(*statuses: int, model: Any) -> dict[str, Any]:
    """The answers of a read, for OpenAPI."""
    problems: dict[int, dict[str, Any]] = {
        status: {"model": ProblemDocument} for status in (400, 401, 403, 422, 429, 503, *statuses)
    }
    return {
        "response_model": model,
        "responses": {304: {"description": "Unchanged since If-None-Match."}, **problems},
    }


def answer(request: Request, body: Any, etag: str = "") -> Response:
    """`etag` where the document has a version of its own, else one is made of its bytes."""
    data = msgspec.json.encode(body)
    tag = f'"{etag or hashlib.blake2b(data, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if _has(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Response(data, 200, headers, JSON)


def _has(given: str, tag: str) -> bool:
    """A proxy that compresses makes our tags weak; for reads that is no difference."""
    return given == "*" or tag in (one.strip().removeprefix("W/") for one in given.split(","))
