"""Dead letters: look at, redrive, dismiss."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents, ownership, replies
from tickwheel.command_api.answer_models import DeadLetterGroups
from tickwheel.command_api.bodies import RedriveBody, payload_text
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.problems import not_found
from tickwheel.command_api.questions import Paging, own_only
from tickwheel.command_api.reads import dead_letters, offsets
from tickwheel.command_api.reads.listing import page
from tickwheel.command_api.requests import ManageOrder, Offset, PartsOf, Viewer
from tickwheel.command_api.shapes import executions as shape
from tickwheel.protocol.commands.execution import DismissDeadLetter, RedriveDeadLetter

router = APIRouter(prefix="/dead-letter", tags=["dead letters"])

Status = Literal["OPEN", "REDRIVEN", "DISMISSED", "EXPIRED", "ANY"]


@router.get("", **documents.documented(model=documents.Page[shape.DeadLetterLine]))
def list_dead_letters(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    paging: Paging,
    status: Status = "OPEN",
    job: str = "",
    handler: str = "",
    queue: str = "",
    owner: str = "",
    error_class: str = "",
    fingerprint: Annotated[str, Query(max_length=32, description="Of a group of /dead-letter/groups.")] = "",
    since: Instant | None = None,
    until: Instant | None = None,
) -> Response:
    """List executions that failed for good, the newest first."""
    filters = {
        "status": "" if status == "ANY" else status,
        "job_id": parts.job_id(job) if job else "",
        "handler": handler,
        "queue": queue,
        "owner": own_only(viewer, owner),
        "error_class": error_class,
        "fingerprint": fingerprint,
        "since": since,
        "until": until,
    }
    paging.wait(parts)
    return documents.answer(request, page(parts.pool, dead_letters.LISTING, paging.question(filters)))


@router.get("/groups", **documents.documented(model=DeadLetterGroups))
def groups(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    min_offset: Offset = "",
) -> Response:
    """Count open dead letters that failed alike. `POST /operations` with the filter `fingerprint` acts on a group."""
    offsets.wait_for(parts, min_offset)
    return documents.answer(request, {"items": dead_letters.groups(parts.pool, own_only(viewer, ""), limit)})


@router.get("/{execution_id:uuid}", **documents.documented(404, model=shape.DeadLetter))
def show(execution_id: UUID, request: Request, parts: PartsOf, viewer: Viewer) -> Response:
    """Show a dead letter with all that is needed to understand it."""
    found = dead_letters.dead_letter(parts.pool, str(execution_id))
    if found is None or not (viewer.sees_all or found["owner"] == viewer.name):
        raise not_found("dead letter", execution_id)
    return documents.answer(request, found)


@router.post("/{execution_id:uuid}/retry", **replies.documented(404, accepted=201))
async def redrive(execution_id: UUID, order: ManageOrder, body: RedriveBody | None = None) -> Response:
    """Run a dead letter again, as a new execution, and take it off the list."""
    job_id = await ownership.job_of_execution(order.parts, order.identity, str(execution_id))
    command = RedriveDeadLetter(
        **order.stamp(),
        job=job_id,
        execution_id=str(execution_id),
        payload=payload_text(body.payload if body else None),
    )
    return await order.decide(command, job_id, status=201)


@router.delete("/{execution_id:uuid}", **replies.documented(404))
async def dismiss(
    execution_id: UUID, order: ManageOrder, reason: Annotated[str, Query(max_length=1_000)] = ""
) -> Response:
    """Take a dead letter off the list without running it."""
    job_id = await ownership.job_of_execution(order.parts, order.identity, str(execution_id))
    command = DismissDeadLetter(**order.stamp(), job=job_id, execution_id=str(execution_id), reason=reason)
    return await order.decide(command, job_id)
