"""Executions: look at, cancel, retry."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents, ownership, replies
from tickwheel.command_api.access import Identity
from tickwheel.command_api.bodies import CancelBody
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.questions import Paging, own_only
from tickwheel.command_api.reads import executions, offsets
from tickwheel.command_api.reads.listing import page
from tickwheel.command_api.requests import ManageOrder, Offset, PartsOf, RunOrder, Viewer
from tickwheel.command_api.shapes import executions as shape
from tickwheel.protocol.commands.execution import CancelExecution, RetryExecution
from tickwheel.protocol.vocabulary import ExecutionStatus, Origin

router = APIRouter(prefix="/executions", tags=["executions"])
_DUE = "By the due time; a backfill by the one that it makes up for. `since` and `until` go by when it was created."


@router.get("", **documents.documented(model=documents.Page[shape.ExecutionLine]))
def list_executions(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    paging: Paging,
    status: Annotated[list[ExecutionStatus] | None, Query()] = None,
    job: str = "",
    handler: str = "",
    queue: str = "",
    owner: str = "",
    origin: Origin | None = None,
    worker: str = "",
    backfill: str = "",
    since: Instant | None = None,
    until: Instant | None = None,
    due_since: Annotated[Instant | None, Query(description=_DUE)] = None,
    due_until: Annotated[Instant | None, Query(description=_DUE)] = None,
) -> Response:
    """List executions, the newest first."""
    filters = {
        "status": status,
        "job_id": parts.job_id(job) if job else "",
        "handler": handler,
        "queue": queue,
        "owner": own_only(viewer, owner),
        "origin": origin,
        "worker": worker,
        "backfill": backfill,
        "since": since,
        "until": until,
        "due_since": due_since,
        "due_until": due_until,
    }
    paging.wait(parts)
    return documents.answer(request, page(parts.pool, executions.LISTING, paging.question(filters)))


@router.get("/{execution_id}", **documents.documented(404, model=shape.Execution))
def show(
    execution_id: UUID, request: Request, parts: PartsOf, viewer: Viewer, min_offset: Offset = ""
) -> Response:
    """Show an execution with its attempts."""
    offsets.wait_for(parts, min_offset)
    found = _visible(viewer, executions.execution(parts.pool, str(execution_id)), execution_id)
    found["attempts"] = executions.attempts(parts.pool, str(execution_id))
    return documents.answer(request, found)


@router.get("/{execution_id}/why", **documents.documented(404, model=shape.Why))
def why(
    execution_id: UUID, request: Request, parts: PartsOf, viewer: Viewer, min_offset: Offset = ""
) -> Response:
    """Say why an execution does not run yet, or how it ended."""
    offsets.wait_for(parts, min_offset)
    found = _visible(viewer, executions.why(parts.pool, str(execution_id)), execution_id)
    return documents.answer(request, found)


@router.get("/{execution_id}/logs", **documents.documented(404, model=shape.LogLines))
def logs(
    execution_id: UUID,
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    after: Annotated[
        str,
        Query(pattern=r"^\d{1,6}:\d{1,9}$", description="`attempt:line` of the last line that you have."),
    ] = "0:0",
    level: Literal["debug", "info", "warning", "error"] = "debug",
    limit: Annotated[int, Query(ge=1, le=5_000)] = 1_000,
) -> Response:
    """List the lines that the handler wrote, oldest first."""
    found = _visible(viewer, executions.execution(parts.pool, str(execution_id)), execution_id)
    attempt, _, line = after.partition(":")
    lines = executions.logs(parts.pool, str(execution_id), (int(attempt), int(line)), level, limit)
    return documents.answer(request, {"items": lines, "ended": found["finished_at"] is not None})


@router.post("/{execution_id}/cancel", **replies.documented(404))
async def cancel(execution_id: UUID, order: ManageOrder, body: CancelBody | None = None) -> Response:
    """End an execution that waits or runs."""
    job_id = await ownership.job_of_execution(order.parts, order.identity, str(execution_id))
    command = CancelExecution(
        **order.stamp(), job=job_id, execution_id=str(execution_id), reason=body.reason if body else ""
    )
    return await order.decide(command, job_id)


@router.post("/{execution_id}/retry", **replies.documented(404, accepted=201))
async def retry(execution_id: UUID, order: RunOrder) -> Response:
    """Run a failed execution again, as a new execution."""
    job_id = await ownership.job_of_execution(order.parts, order.identity, str(execution_id))
    command = RetryExecution(**order.stamp(), job=job_id, execution_id=str(execution_id))
    return await order.decide(command, job_id, status=201)


def _visible(viewer: Identity, found: dict[str, Any] | None, execution_id: UUID) -> dict[str, Any]:
    if found is None or not (viewer.sees_all or found["owner"] == viewer.name):
        raise ownership.missing_execution(execution_id)
    return found
