"""Errors as RFC 9457 problem documents, each with a stable machine code."""

from typing import Any

import msgspec
import psycopg
import psycopg_pool
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tickwheel.command_api import wording
from tickwheel.command_api.errors import (
    BusyError,
    KeyInUseError,
    StretchUnreadableError,
    SubmissionError,
    UnknownFateError,
)
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.runtime import logs
from tickwheel.runtime.codec import EncodeError
from tickwheel.runtime.log.errors import LogError

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
    field, message = wording.of_refusal(rejected.field, rejected.message)
    later = RETRY_AFTER if status == 429 else None
    return Problem(status, rejected.code, message, field=field, headers=later)


def not_found(what: str, which: object) -> Problem:
    return Problem(404, "not_found", f"expected to find {what} {which}, but there is none")


def key_reused() -> Problem:
    return Problem(
        422,
        "idempotency_key_reused",
        "expected the same request as before under this Idempotency-Key: send another one under a key of its own",
        field="Idempotency-Key",
    )


def key_in_use() -> Problem:
    detail = "the first request with this Idempotency-Key is under way: send it again in a moment"
    return Problem(409, "idempotency_key_in_use", detail, headers=RETRY_AFTER)


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


def of_invalid(errors: list[Any], skip: int = 1) -> "Invalid":
    """pydantic's faults; `skip` parts of each location are the framework's, not the sender's."""
    faults = [
        (".".join(str(part) for part in fault["loc"][skip:]), wording.of_fault(fault)) for fault in errors
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


FORESEEN = (
    Problem,
    SubmissionError,
    EncodeError,
    LogError,
    StretchUnreadableError,
    RequestValidationError,
    psycopg.OperationalError,
    psycopg_pool.PoolTimeout,
    psycopg.DataError,
)
"""What a request may raise and `of_foreseen` turns into its answer."""


def install(app: FastAPI) -> None:
    for kind in FORESEEN:
        app.add_exception_handler(kind, _foreseen)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def of_foreseen(error: Exception) -> Problem:
    match error:
        case Problem():
            return error
        case SubmissionError():
            return of_submission(error)
        case EncodeError():
            return Problem(422, "invalid", str(error))
        case LogError() | StretchUnreadableError():
            log.warning("Kafka did not answer", fault=str(error))
            detail = "the journal cannot be read now: try again"
            return Problem(503, "journal_unavailable", detail, headers=RETRY_AFTER)
        case RequestValidationError():
            return of_invalid(list(error.errors()))
        case psycopg.DataError():
            detail = str(error).strip().partition("\n")[0]
            return Problem(422, "invalid", f"expected values that Postgres can compare with, but {detail}")
        case _:
            return _no_tables(error)


def answer(problem: Problem) -> Response:
    return Response(msgspec.json.encode(problem.document()), problem.status, problem.headers, MEDIA_TYPE)


def _document(status: int, code: str, detail: str, errors: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "type": f"urn:tickwheel:problem:{code}",
        "title": code.replace("_", " "),
        "status": status,
        "code": code,
        "detail": detail,
        "errors": errors,
    }


async def _foreseen(_: Request, error: Exception) -> Response:
    return answer(of_foreseen(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    code = CODE_OF.get(error.status_code, "http_error")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_methods(request)))
    detail = f"there is nothing at {request.url.path}" if error.status_code == 404 else str(error.detail)
    return answer(Problem(error.status_code, code, detail, headers=headers))


def _methods(request: Request) -> set[str]:
    """What may be done with a path by any of its routes; the framework names the first route's methods only."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    path = request.url.path
    fitting = [path] if path in paths else [one for one in paths if compile_path(one)[0].match(path)]
    return {method.upper() for template in fitting for method in paths[template]}


def _no_tables(error: Exception) -> Problem:
    log.warning("Postgres did not answer a read", fault=str(error).strip())
    detail = "the read models cannot be read now: commands still work, try the read again"
    return Problem(503, "reads_unavailable", detail, headers=RETRY_AFTER)


async def _unexpected(request: Request, error: Exception) -> Response:
    log.error("A request failed unexpectedly", path=request.url.path, exc_info=error)
    return answer(Problem(500, "internal", "this is a fault of Tickwheel: see the log of the API"))
