"""Own jobs only: a user who asks for somebody else's job is told that there is none."""

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.access import Identity
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, not_found
from tickwheel.command_api.reads import executions, jobs


async def require_job(parts: Parts, identity: Identity, job: str) -> str:
    """The id of a job that the caller may see. An admin's is not looked up: the scheduler knows better."""
    job_id = parts.job_id(job)
    if not identity.sees_all:
        owner = await run_in_threadpool(jobs.owner, parts.pool, job_id)
        if owner != identity.name:
            raise not_found("job", job)
    return job_id


def check_secrets(identity: Identity, payload: str) -> None:
    """Whoever may not say what a job is must not say which secrets its run is given either: it could send them anywhere."""
    if "secret://" in payload and not identity.may("manage"):
        raise Problem(
            403,
            "forbidden",
            "expected no secret:// in the payload: which secrets a job is given is said by those who may change it",
            field="payload",
        )


def check_job(identity: Identity, job: str, owner: str | None) -> None:
    if owner is None or not (identity.sees_all or owner == identity.name):
        raise not_found("job", job)


async def job_of_execution(parts: Parts, identity: Identity, execution_id: str) -> str:
    """The job of an execution that the caller may see. One that was only just made may not be in the tables yet."""
    recent = parts.recent.job_of(execution_id)
    if recent and identity.sees_all:
        return recent
    place = await run_in_threadpool(executions.place, parts.pool, execution_id)
    if place is None or not (identity.sees_all or place[1] == identity.name):
        raise missing_execution(execution_id)
    return place[0]


def missing_execution(execution_id: object) -> Problem:
    return not_found("execution", execution_id)
