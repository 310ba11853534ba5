"""Many jobs in one request, each with a result of its own."""

from typing import Any

import msgspec
from fastapi import APIRouter, Response
from pydantic import BaseModel, ValidationError

from tickwheel.command_api import replies
from tickwheel.command_api.answers import Pending
from tickwheel.command_api.bodies import BatchBody
from tickwheel.command_api.errors import SubmissionError
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.orders import Order
from tickwheel.command_api.problems import Problem, ProblemDocument, of_invalid, of_submission
from tickwheel.command_api.requests import ManageOrder
from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import CreateJob

router = APIRouter(tags=["jobs"])


class BatchResult(BaseModel):
    status: int
    result: replies.Decision | ProblemDocument


class BatchResults(BaseModel):
    accepted: int
    items: list[BatchResult]


class _Begun(msgspec.Struct, frozen=True):
    job_id: str
    pending: Pending


@router.post("/jobs:batch", response_model=BatchResults, responses=replies.documented()["responses"])
async def create_batch(body: BatchBody, order: ManageOrder) -> Response:
    """Make up to 1,000 jobs. Everything is in the log before the first answer is waited for."""
    begun = [_begin(order, spec) for spec in body.jobs]
    deadline_s = order.parts.clock.monotonic() + order.parts.answer_timeout_s
    items = [await _result(order, one, deadline_s) for one in begun]
    accepted = sum(item["status"] in (201, 202) for item in items)
    return Response(msgspec.json.encode({"accepted": accepted, "items": items}), 200, None, replies.JSON)


def _begin(order: Order, given: dict[str, Any]) -> _Begun | Problem:
    parts = order.parts
    try:
        spec = JobSpec.model_validate(given)
        job_id = ids.job_id(parts.namespace, spec.name)
        command = CreateJob(
            **order.stamp(spec.name),
            definition=spec.definition(parts.namespace, order.identity.name),
            allow_unknown_handler=spec.allow_unknown_handler,
        )
        return _Begun(job_id, parts.submission.begin(command, job_id, routing.lane_of(spec.priority)))
    except ValidationError as error:
        return of_invalid(list(error.errors(include_url=False)), skip=0)
    except SubmissionError as error:
        return of_submission(error)
    except Problem as problem:
        return problem


async def _result(order: Order, begun: _Begun | Problem, deadline_s: float) -> dict[str, Any]:
    if isinstance(begun, Problem):
        return {"status": begun.status, "result": begun.document()}
    command = begun.pending.command
    left_s = max(0.0, deadline_s - order.parts.clock.monotonic())
    try:
        answer = await order.parts.submission.wait(begun.pending, left_s)
        if answer is not None:
            replies.check_accepted(answer)
    except SubmissionError as error:
        problem = of_submission(error)
        return {"status": problem.status, "result": problem.document()}
    except Problem as problem:
        return {"status": problem.status, "result": problem.document()}
    status = 202 if answer is None else 201
    return {"status": status, "result": replies.document(command, begun.job_id, answer)}
