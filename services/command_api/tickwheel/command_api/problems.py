"""Errors as RFC 9457 problem documents, each with a stable machine code."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tickwheel.command_api.submission import BrokerUnavailableError
from tickwheel.protocol.events.answer import CommandRejected

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_S = "1"

STATUS_OF = {
    "not_found": 404,
    "conflict": 409,
    "version_conflict": 412,
    "wrong_state": 409,
    "invalid": 422,
    "unknown_handler": 422,
    "cycle": 422,
    "too_large": 413,
    "limit": 429,
}
"""HTTP status of each word that a refusal of the engine carries."""


class Problem(Exception):  # noqa: N818 - the word of the RFC
    """Raised anywhere in a request; becomes the answer."""

    def __init__(self, status: int, code: str, detail: str, *, field: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field


def of_rejection(rejected: CommandRejected) -> Problem:
    status = STATUS_OF.get(rejected.code, 422)
    return Problem(status, rejected.code, rejected.message, field=rejected.field)


def install(app: FastAPI) -> None:
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(BrokerUnavailableError, _unavailable)


def _answer(
    status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any
) -> JSONResponse:
    body = {
        "type": f"urn:tickwheel:problem:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "code": code,
        "detail": detail,
    }
    return JSONResponse({**body, **more}, status, headers=headers, media_type=MEDIA_TYPE)


async def _problem(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, Problem)  # noqa: S101 - registered for this type
    errors = [{"field": problem.field, "message": problem.detail}] if problem.field else []
    return _answer(problem.status, problem.code, problem.detail, errors=errors)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    errors = [
        {"field": ".".join(str(part) for part in fault["loc"][1:]), "message": fault["msg"]}
        for fault in error.errors()
    ]
    detail = "; ".join(f"{fault['field']}: {fault['message']}" for fault in errors)
    return _answer(422, "invalid", detail, errors=errors)


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    code = {404: "not_found", 405: "method_not_allowed", 401: "unauthorized"}.get(
        error.status_code, "http_error"
    )
    return _answer(error.status_code, code, str(error.detail), dict(error.headers or {}))


async def _unavailable(_: Request, error: Exception) -> JSONResponse:
    detail = f"Kafka cannot take the command now ({error}): nothing happened, send it again"
    return _answer(503, "broker_unavailable", detail, {"Retry-After": RETRY_AFTER_S})
