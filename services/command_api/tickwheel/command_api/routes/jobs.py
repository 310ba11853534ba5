"""Jobs: create, look at, steer."""

from typing import Any

from fastapi import APIRouter, Response

from tickwheel.command_api import reads
from tickwheel.command_api.answers import Answer
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, of_rejection
from tickwheel.command_api.requests import Actor, PartsOf
from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob, DeleteJob, PauseJob, ResumeJob, TriggerJob
from tickwheel.protocol.vocabulary import Lane

router = APIRouter(prefix="/jobs", tags=["jobs"])

STEERING_LANE: Lane = "critical"
"""Commands that steer a job go ahead of the storms of new ones."""


@router.post("", status_code=201)
async def create(spec: JobSpec, parts: PartsOf, actor: Actor, response: Response) -> dict[str, Any]:
    definition = spec.definition(parts.namespace, actor)
    job_id = ids.job_id(parts.namespace, spec.name)
    command = CreateJob(
        command_id=parts.ids.uuid(),
        actor=actor,
        issued_at_ms=parts.clock.now_ms(),
        definition=definition,
        allow_unknown_handler=spec.allow_unknown_handler,
    )
    return await _submit(parts, command, job_id, routing.lane_of(spec.priority), response)


@router.get("")
def list_jobs(parts: PartsOf, actor: Actor, limit: int = 50) -> dict[str, Any]:
    return {"items": reads.jobs(parts.pool, limit)}


@router.get("/{job}")
def show(job: str, parts: PartsOf, actor: Actor) -> dict[str, Any]:
    found = reads.job(parts.pool, ids.resolve_job(parts.namespace, job))
    if found is None:
        raise Problem(404, "not_found", f"expected to find job {job}, but there is none")
    return found


@router.delete("/{job}")
async def delete(job: str, parts: PartsOf, actor: Actor, response: Response) -> dict[str, Any]:
    command = DeleteJob(command_id=parts.ids.uuid(), actor=actor, issued_at_ms=parts.clock.now_ms(), job=job)
    return await _steer(parts, command, job, response)


@router.post("/{job}/pause")
async def pause(job: str, parts: PartsOf, actor: Actor, response: Response) -> dict[str, Any]:
    command = PauseJob(command_id=parts.ids.uuid(), actor=actor, issued_at_ms=parts.clock.now_ms(), job=job)
    return await _steer(parts, command, job, response)


@router.post("/{job}/resume")
async def resume(job: str, parts: PartsOf, actor: Actor, response: Response) -> dict[str, Any]:
    command = ResumeJob(command_id=parts.ids.uuid(), actor=actor, issued_at_ms=parts.clock.now_ms(), job=job)
    return await _steer(parts, command, job, response)


@router.post("/{job}/trigger", status_code=201)
async def trigger(job: str, parts: PartsOf, actor: Actor, response: Response) -> dict[str, Any]:
    command = TriggerJob(command_id=parts.ids.uuid(), actor=actor, issued_at_ms=parts.clock.now_ms(), job=job)
    return await _steer(parts, command, job, response)


@router.get("/{job}/executions")
def executions(job: str, parts: PartsOf, actor: Actor, limit: int = 50) -> dict[str, Any]:
    return {"items": reads.executions(parts.pool, limit, ids.resolve_job(parts.namespace, job))}


async def _steer(parts: Parts, command: Command, job: str, response: Response) -> dict[str, Any]:
    return await _submit(parts, command, ids.resolve_job(parts.namespace, job), STEERING_LANE, response)


async def _submit(
    parts: Parts, command: Command, job_id: str, lane: Lane, response: Response
) -> dict[str, Any]:
    answer = await parts.submission.submit(command, job_id, lane, parts.answer_timeout_s)
    response.headers["Location"] = f"/api/v1/jobs/{job_id}"
    if answer is None:
        response.status_code = 202
        return {"job_id": job_id, "command_id": command.command_id, "decided": False}
    rejected = answer.rejection
    if rejected is not None:
        raise of_rejection(rejected)
    response.headers["Tickwheel-Offset"] = answer.token
    return _decided(job_id, command, answer)


def _decided(job_id: str, command: Command, answer: Answer) -> dict[str, Any]:
    body = {
        "job_id": job_id,
        "command_id": command.command_id,
        "decided": True,
        "event": type(answer.event).__name__,
        "status": answer.event.job_status,
        "offset": answer.token,
    }
    return body | ({"execution_id": answer.execution_id} if answer.execution_id else {})
