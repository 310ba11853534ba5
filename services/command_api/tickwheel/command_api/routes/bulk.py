"""Bulk operations: the same to everything that a filter finds."""

import asyncio
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field, StrictBool
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.bulk import operations
from tickwheel.command_api.bulk.actions import ACTIONS, ActionName, filters_of
from tickwheel.command_api.bulk.worker import BulkWork
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import key_reused, not_found
from tickwheel.command_api.reads.listing import Question, page
from tickwheel.command_api.requests import ManageOrder, Operator, PartsOf
from tickwheel.command_api.shapes import accounts as shape

router = APIRouter(prefix="/operations", tags=["bulk operations"])

_under_way: set[asyncio.Task[None]] = set()
"""The loop itself holds tasks weakly: without this they might vanish half-way."""


_BEGIN = documents.documented(409, model=shape.BegunOperation) | {"status_code": 202}
_BEGIN["responses"] = {
    200: {"model": shape.Count, "description": "The count of a dry run."},
    **_BEGIN["responses"],
}


class BulkBody(Body):
    action: ActionName
    filter: dict[str, Any] = Field(
        {}, description="As the filters of the list: handler, queue, owner, job ... or `ids`, a list of them."
    )
    q: str = Field("", max_length=255, description="Search, as in the list.")
    dry_run: StrictBool = Field(True, description="Only say how many it is about.")


@router.post("", **_BEGIN)
async def begin(body: BulkBody, request: Request, order: ManageOrder) -> Response:
    """Say how many things it is about; with `dry_run` false, begin."""
    parts = order.parts
    action = ACTIONS[body.action]
    filters = filters_of(parts, action, body.filter)
    if body.dry_run:
        question = Question(filters=filters, search=body.q, limit=1)
        found = await run_in_threadpool(page, parts.pool, action.listing, question)
        return _answer(request, {"total": found["total"], "total_is_exact": found["total_is_exact"]}, 200)
    operation_id = str(order.stamp()["command_id"])
    begun = await run_in_threadpool(
        operations.begin, parts.pool, operation_id, body.action, body.filter, body.q, order.identity.name
    )
    if begun is None:
        await _check_same(parts, operation_id, body)
    else:
        task = asyncio.create_task(BulkWork(parts, begun).run())
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)
    answer = _answer(request, {"operation_id": operation_id, "status": "RUNNING"}, 202)
    answer.headers["Location"] = f"/api/v1/operations/{operation_id}"
    return answer


@router.get("", **documents.documented(model=documents.Items[shape.Operation]))
def list_operations(
    request: Request, parts: PartsOf, operator: Operator, limit: Annotated[int, Query(ge=1, le=500)] = 50
) -> Response:
    """List bulk operations, the newest first."""
    return documents.answer(request, {"items": operations.newest(parts.pool, limit)})


@router.get("/{operation_id}", **documents.documented(404, model=shape.Operation))
def show(operation_id: UUID, request: Request, parts: PartsOf, operator: Operator) -> Response:
    """Show how far a bulk operation has come."""
    found = operations.operation(parts.pool, str(operation_id))
    if found is None:
        raise not_found("operation", operation_id)
    return documents.answer(request, found)


async def _check_same(parts: Parts, operation_id: str, body: BulkBody) -> None:
    first = await run_in_threadpool(operations.operation, parts.pool, operation_id)
    asked = (body.action, body.filter, body.q)
    if first is not None and (first["action"], first["filter"], first["search"]) != asked:
        raise key_reused()


def _answer(request: Request, body: dict[str, Any], status: int) -> Response:
    answer = documents.answer(request, body)
    answer.status_code = status
    return answer
