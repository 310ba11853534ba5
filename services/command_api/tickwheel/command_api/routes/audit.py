"""Who did what."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tickwheel.command_api import documents
from tickwheel.command_api.answer_models import AuditPage
from tickwheel.command_api.instants import Instant
from tickwheel.command_api.questions import Paging, own_only
from tickwheel.command_api.reads import audit
from tickwheel.command_api.reads.listing import page
from tickwheel.command_api.requests import PartsOf, Viewer

router = APIRouter(tags=["audit"])


@router.get("/audit", **documents.documented(model=AuditPage))
def list_commands(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    paging: Paging,
    actor: str = "",
    command_type: Annotated[list[str] | None, Query(description="As PauseJob.")] = None,
    accepted: bool | None = None,
    job: str = "",
    owner: str = "",
    since: Instant | None = None,
    until: Instant | None = None,
) -> Response:
    """List commands that were decided, accepted or refused, the newest first. A user sees those about their own jobs."""
    filters = {
        "actor": actor,
        "command_type": command_type,
        "accepted": accepted,
        "job_id": parts.job_id(job) if job else "",
        "owner": own_only(viewer, owner),
        "since": since,
        "until": until,
    }
    paging.wait(parts)
    return documents.answer(request, page(parts.pool, audit.LISTING, paging.question(filters)))
