"""Backfills: run a job for every due time of a past range."""

from fastapi import APIRouter, Response

from tickwheel.command_api import replies
from tickwheel.command_api.bodies import BackfillBody
from tickwheel.command_api.instants import epoch_ms
from tickwheel.command_api.requests import ManageOrder
from tickwheel.protocol.commands.job import BackfillJob

router = APIRouter(prefix="/admin/backfill", tags=["jobs"])


@router.post("", **replies.documented(404))
async def backfill(body: BackfillBody, order: ManageOrder) -> Response:
    """Say what a backfill would run; with `dry_run` false, run it."""
    command = BackfillJob(
        **order.stamp(),
        job=body.job,
        from_ms=epoch_ms(body.since),
        to_ms=epoch_ms(body.until),
        rate_per_minute=body.rate_per_minute,
        dry_run=body.dry_run,
    )
    return await order.decide(command, order.parts.job_id(body.job))
