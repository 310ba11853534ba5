"""Tries a job's definition without making it: everything that can be known before the scheduler decides."""

from typing import Any

from pydantic import ValidationError

from tickwheel.command_api import next_runs, wording
from tickwheel.command_api.job_spec import JobSpec
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, of_invalid
from tickwheel.command_api.reads import prospects
from tickwheel.protocol import ids

Faults = list[dict[str, str]]


def validate(parts: Parts, fields: dict[str, Any], owner: str, existing: str = "") -> dict[str, Any]:
    """`existing`: the job that is to be replaced, whose name is its own. Blocks on Postgres."""
    try:
        spec = JobSpec.model_validate(fields)
    except ValidationError as error:
        return _verdict(of_invalid(list(error.errors(include_url=False)), skip=0).faults, [], {})
    job_id = ids.job_id(parts.namespace, spec.name)
    try:
        runs = _runs(parts, spec, owner, job_id)
    except Problem as problem:
        return _verdict([_fault(*wording.of_refusal(problem.field, problem.detail))], [], {})
    errors, warnings = _around(parts, spec, job_id, existing)
    return _verdict(errors, warnings, runs)


def _runs(parts: Parts, spec: JobSpec, owner: str, job_id: str) -> dict[str, Any]:
    definition = spec.definition(parts.namespace, owner)
    now_ms = parts.clock.now_ms()
    if definition.when in ("now", "delay"):
        return next_runs.of_definition(definition, job_id, now_ms + definition.delay_ms + 1, now_ms, 10)
    return next_runs.of_definition(definition, job_id, now_ms, now_ms, 10)


def _around(parts: Parts, spec: JobSpec, job_id: str, existing: str) -> tuple[Faults, Faults]:
    errors: Faults = []
    warnings: Faults = []
    if existing and parts.job_id(existing) != job_id:
        errors.append(_fault("name", "expected the name to stay: a job keeps the one that it was made with"))
    elif not existing and ids.is_reserved(spec.name):
        errors.append(
            _fault("name", f"expected no UUID, and no name that begins with {ids.CALENDAR_PREFIX!r}")
        )
    elif not existing and prospects.is_taken(parts.pool, job_id):
        errors.append(_fault("name", f"expected a new name, but there is a job {spec.name}"))
    fleet = prospects.fleet(parts.pool, spec.handler, spec.queue)
    if not fleet["live"]:
        told = _fault("handler", f"no live worker has the handler {spec.handler}")
        (warnings if spec.allow_unknown_handler else errors).append(told)
    if not fleet["queue_is_served"]:
        warnings.append(_fault("queue", f"no live worker serves the queue {spec.queue}"))
    upstreams = {ids.resolve_job(parts.namespace, named): named for named in spec.depends_on}
    if upstreams:
        missing = prospects.unknown(parts.pool, list(upstreams))
        warnings += [_fault("depends_on", f"there is no job {upstreams[one]} yet") for one in missing]
        if prospects.would_wait_for_itself(parts.pool, job_id, list(upstreams)):
            errors.append(_fault("depends_on", "the job would wait for itself"))
    return errors, warnings


def _verdict(errors: Faults, warnings: Faults, runs: dict[str, Any]) -> dict[str, Any]:
    return {
        "valid": not errors,
        "errors": errors,
        "warnings": warnings,
        "next": runs.get("items", []),
        "timezone": runs.get("timezone", "UTC"),
    }


def _fault(field: str, message: str) -> dict[str, str]:
    return {"field": field, "message": message}
