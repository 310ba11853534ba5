"""Jobs: create, change, steer."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator, ValidationError

from tickwheel.command_api import ownership, replies
from tickwheel.command_api.bodies import PauseBody, ResumeBody, TriggerBody, payload_text
from tickwheel.command_api.instants import epoch_ms
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.paths import with_slashes
from tickwheel.command_api.problems import of_invalid
from tickwheel.command_api.requests import (
    ExpectedVersion,
    ManageOrder,
    RunOrder,
    order_of,
    written_by_hand,
)
from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import (
    CreateJob,
    DeleteJob,
    PauseJob,
    ResumeJob,
    TriggerJob,
    UpdateJob,
)

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobPath = Annotated[
    str,
    Path(min_length=1, max_length=255, description="Name or id of the job."),
    AfterValidator(with_slashes),
]


_CREATE = replies.documented(accepted=201) | {
    "openapi_extra": written_by_hand({"$ref": "#/components/schemas/JobSpec"})
}


@router.post("", **_CREATE)
async def create(request: Request) -> Response:
    """Make a job."""
    order = await order_of(request, "manage")
    parts = order.parts
    try:
        spec = JobSpec.model_validate_json(await request.body())
    except ValidationError as error:
        raise of_invalid(list(error.errors(include_url=False)), skip=0) from error
    command = CreateJob(
        **order.stamp(),
        definition=spec.definition(parts.namespace, order.identity.name),
        allow_unknown_handler=spec.allow_unknown_handler,
    )
    job_id = ids.job_id(parts.namespace, spec.name)
    return await order.decide(command, job_id, routing.lane_of(spec.priority), status=201)


@router.put("/{job}", **replies.documented(404, 412))
async def update(job: JobPath, spec: JobSpec, order: ManageOrder, version: ExpectedVersion) -> Response:
    """Replace a job's definition. With If-Match only if it still has that version."""
    command = UpdateJob(
        **order.stamp(),
        job=job,
        definition=spec.definition(order.parts.namespace, ""),
        expected_version=version,
        allow_unknown_handler=spec.allow_unknown_handler,
    )
    return await order.decide(command, order.parts.job_id(job))


@router.delete("/{job}", **replies.documented(404, 412))
async def delete(job: JobPath, order: ManageOrder, version: ExpectedVersion) -> Response:
    """End a job for good; what runs is cancelled."""
    command = DeleteJob(**order.stamp(), job=job, expected_version=version)
    return await order.decide(command, order.parts.job_id(job))


@router.post("/{job}/pause", **replies.documented(404))
async def pause(job: JobPath, order: ManageOrder, body: PauseBody | None = None) -> Response:
    """Stop a job's schedule until it is resumed."""
    command = PauseJob(**order.stamp(), job=job, reason=body.reason if body else "")
    return await order.decide(command, order.parts.job_id(job))


@router.post("/{job}/resume", **replies.documented(404))
async def resume(job: JobPath, order: ManageOrder, body: ResumeBody | None = None) -> Response:
    """Let a paused job's schedule go on."""
    command = ResumeJob(**order.stamp(), job=job, missed=body.missed if body else "skip")
    return await order.decide(command, order.parts.job_id(job))


@router.post("/{job}/trigger", **replies.documented(404, accepted=201))
async def trigger(job: JobPath, order: RunOrder, body: TriggerBody | None = None) -> Response:
    """Run a job now, or at an instant, beside its schedule."""
    job_id = await ownership.require_job(order.parts, order.identity, job)
    said = body or TriggerBody()
    payload = payload_text(said.payload)
    ownership.check_secrets(order.identity, payload)
    command = TriggerJob(
        **order.stamp(),
        job=job,
        payload=payload,
        run_at_ms=epoch_ms(said.run_at),
        dedup_key=said.dedup_key,
        priority=-1 if said.priority is None else said.priority,
    )
    return await order.decide(command, job_id, status=201)
