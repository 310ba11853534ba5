"""Many jobs in one request, each with a result of its own."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ValidationError

from tickwheel.command_api import replies
from tickwheel.command_api.answers import Pending
from tickwheel.command_api.errors import SubmissionError
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.orders import Order
from tickwheel.command_api.problems import Problem, ProblemDocument, of_foreseen, of_invalid
from tickwheel.command_api.requests import order_of, written_by_hand
from tickwheel.command_api.submission import outcome
from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.runtime.codec import EncodeError

router = APIRouter(tags=["jobs"])

JOBS_AT_MOST = 1_000


class BatchResult(BaseModel):
    status: int
    result: replies.Decision | ProblemDocument


class BatchResults(BaseModel):
    accepted: int
    items: list[BatchResult]


class _Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    jobs: list[msgspec.Raw]
    """Each is read on its own, so that one that is wrong is refused alone."""


class _Begun(msgspec.Struct, frozen=True):
    job_id: str
    pending: Pending


_JOBS = {
    "type": "array",
    "items": {"type": "object"},
    "minItems": 1,
    "maxItems": JOBS_AT_MOST,
    "description": "Each as for POST /jobs; each gets a result of its own.",
}
_BODY = {"type": "object", "properties": {"jobs": _JOBS}, "required": ["jobs"], "additionalProperties": False}
_DOCUMENTED = {"responses": replies.documented()["responses"], "openapi_extra": written_by_hand(_BODY)}


@router.post("/jobs:batch", response_model=BatchResults, **_DOCUMENTED)
async def create_batch(request: Request) -> Response:
    """Make up to 1,000 jobs. Everything is in the log before the first answer is waited for."""
    order = await order_of(request, "manage")
    begun = [_begin(order, raw) for raw in _jobs(await request.body())]
    pendings = [one.pending for one in begun if isinstance(one, _Begun)]
    await order.parts.submission.settle(pendings, order.parts.answer_timeout_s)
    items = [await _result(order, one) for one in begun]
    accepted = sum(item["status"] in (201, 202) for item in items)
    return Response(msgspec.json.encode({"accepted": accepted, "items": items}), 200, None, replies.JSON)


def _jobs(body: bytes) -> list[msgspec.Raw]:
    try:
        jobs = msgspec.json.decode(body, type=_Batch).jobs
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(
            422, "invalid", f'expected a body such as {{"jobs": [...]}}, but {error}', field="jobs"
        ) from error
    if not 1 <= len(jobs) <= JOBS_AT_MOST or not all(bytes(job).startswith(b"{") for job in jobs):
        raise Problem(422, "invalid", f"expected 1 to {JOBS_AT_MOST} objects", field="jobs")
    return jobs


def _begin(order: Order, raw: msgspec.Raw) -> _Begun | Problem:
    parts = order.parts
    try:
        spec = JobSpec.model_validate_json(bytes(raw))
        job_id = ids.job_id(parts.namespace, spec.name)
        command = CreateJob(
            **order.stamp(spec.name),
            definition=spec.definition(parts.namespace, order.identity.name),
            allow_unknown_handler=spec.allow_unknown_handler,
        )
        if order.has_key:
            parts.fingerprints.check(command)
        return _Begun(job_id, parts.submission.begin(command, job_id, routing.lane_of(spec.priority)))
    except ValidationError as error:
        return of_invalid(list(error.errors(include_url=False)), skip=0)
    except (SubmissionError, EncodeError, Problem) as error:
        return of_foreseen(error)


async def _result(order: Order, begun: _Begun | Problem) -> dict[str, Any]:
    if isinstance(begun, Problem):
        return {"status": begun.status, "result": begun.document()}
    try:
        answer = outcome(begun.pending)
        if order.has_key:
            await order.note(begun.pending.command, answer)
        if answer is not None:
            replies.check_accepted(answer)
    except (SubmissionError, Problem) as error:
        problem = of_foreseen(error)
        return {"status": problem.status, "result": problem.document()}
    status = 202 if answer is None else 201
    return {"status": status, "result": replies.document(begun.pending.command, begun.job_id, answer)}
