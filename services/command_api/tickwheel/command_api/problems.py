"""Errors as RFC 9457 problem documents, each with a stable machine code."""

from typing import Any

import psycopg
import psycopg_pool
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tickwheel.command_api.errors import (
    BusyError,
    KeyInUseError,
    SubmissionError,
    UnknownFateError,
)
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.runtime import logs
from tickwheel.runtime.codec import EncodeError

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER = {"Retry-After": "1"}

log = logs.logger(__name__)

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

CODE_OF = {400: "bad_request", 401: "unauthorized", 404: "not_found", 405: "method_not_allowed"}


class FieldFault(BaseModel):
    field: str
    message: str


class ProblemDocument(BaseModel):
    """What every refusal looks like."""

    type: str = Field(examples=["urn:tickwheel:problem:conflict"])
    title: str
    status: int
    code: str = Field(description="A stable word for programs.", examples=["conflict"])
    detail: str = Field(description="A sentence for people.")
    errors: list[FieldFault] = []


class Problem(Exception):  # noqa: N818 - the word of the RFC
    """Raised anywhere in a request; becomes the answer."""

    def __init__(
        self, status: int, code: str, detail: str, *, field: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.headers = headers

    def document(self) -> dict[str, Any]:
        errors = [{"field": self.field, "message": self.detail}] if self.field else []
        return _document(self.status, self.code, self.detail, errors)


def of_rejection(rejected: CommandRejected) -> Problem:
    status = STATUS_OF.get(rejected.code, 422)
    return Problem(status, rejected.code, rejected.message, field=rejected.field)


def not_found(what: str, which: object) -> Problem:
    return Problem(404, "not_found", f"expected to find {what} {which}, but there is none")


def of_submission(error: SubmissionError) -> Problem:
    match error:
        case KeyInUseError():
            return Problem(409, "idempotency_key_in_use", f"{error}: send it under a key of its own")
        case BusyError():
            return Problem(503, "busy", f"{error}: nothing happened, send it again", headers=RETRY_AFTER)
        case UnknownFateError():
            detail = f"Kafka may or may not have taken the command ({error}): send it again with the same Idempotency-Key"
            return Problem(503, "unknown_fate", detail, headers=RETRY_AFTER)
        case _:
            detail = f"Kafka cannot take the command now ({error}): nothing happened, send it again"
            return Problem(503, "broker_unavailable", detail, headers=RETRY_AFTER)


def of_invalid(errors: list[Any], skip: int = 1) -> Problem:
    """pydantic's faults; `skip` parts of each location are the framework's, not the sender's."""
    faults = [
        (".".join(str(part) for part in fault["loc"][skip:]), fault["msg"].removeprefix("Value error, "))
        for fault in errors
    ]
    detail = "; ".join(f"{field}: {message}" if field else message for field, message in faults)
    problem = Invalid(422, "invalid", detail)
    problem.faults = [{"field": field, "message": message} for field, message in faults]
    return problem


class Invalid(Problem):
    """Several fields may be wrong at once."""

    faults: list[dict[str, str]]

    def document(self) -> dict[str, Any]:
        return _document(self.status, self.code, self.detail, self.faults)


def install(app: FastAPI) -> None:
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(SubmissionError, _submission)
    app.add_exception_handler(EncodeError, _unencodable)
    app.add_exception_handler(psycopg.OperationalError, _no_tables)
    app.add_exception_handler(psycopg_pool.PoolTimeout, _no_tables)
    app.add_exception_handler(psycopg.DataError, _bad_value)
    app.add_exception_handler(Exception, _unexpected)


def answer(problem: Problem) -> Response:
    return JSONResponse(problem.document(), problem.status, problem.headers, media_type=MEDIA_TYPE)


def _document(status: int, code: str, detail: str, errors: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "type": f"urn:tickwheel:problem:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "code": code,
        "detail": detail,
        "errors": errors,
    }


async def _problem(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)  # noqa: S101 - registered for this type
    return answer(problem)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    return answer(of_invalid(list(error.errors())))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    code = CODE_OF.get(error.status_code, "http_error")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_methods(request)))
    return answer(Problem(error.status_code, code, str(error.detail), headers=headers))


def _methods(request: Request) -> set[str]:
    """What may be done with a path by any of its routes; the framework names the first route's methods only."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    return {
        method.upper()
        for template, operations in paths.items()
        if compile_path(template)[0].match(request.url.path)
        for method in operations
    }


async def _submission(_: Request, error: Exception) -> Response:
    assert isinstance(error, SubmissionError)  # noqa: S101
    return answer(of_submission(error))


async def _unencodable(_: Request, error: Exception) -> Response:
    return answer(Problem(422, "invalid", str(error)))


async def _no_tables(_: Request, error: Exception) -> Response:
    log.warning("Postgres did not answer a read", fault=str(error).strip())
    detail = "the read models cannot be read now: commands still work, try the read again"
    return answer(Problem(503, "reads_unavailable", detail, headers=RETRY_AFTER))


async def _bad_value(_: Request, error: Exception) -> Response:
    detail = str(error).strip().partition("\n")[0]
    return answer(Problem(422, "invalid", f"expected values that Postgres can compare with, but {detail}"))


async def _unexpected(request: Request, error: Exception) -> Response:
    log.error("A request failed unexpectedly", path=request.url.path, exc_info=error)
    return answer(Problem(500, "internal", "this is a fault of Tickwheel: see the log of the API"))
