"""Whether a definition fits the cluster: its handler, its calendars, the jobs it depends on."""

from collections.abc import Mapping

from msgspec.structs import replace

from tickwheel.protocol import ids
from tickwheel.protocol.definition import JobDefinition
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.surroundings import Surroundings


def resolved(definition: JobDefinition, namespace: str) -> JobDefinition:
    """With the jobs it depends on by id, each once, however its author named them."""
    if not definition.depends_on:
        return definition
    upstreams = dict.fromkeys(ids.resolve_job(namespace, job) for job in definition.depends_on)
    return replace(definition, depends_on=tuple(upstreams))


def check_fit(
    definition: JobDefinition, job_id: str, around: Surroundings, *, allow_unknown_handler: bool
) -> Refusal | None:
    known = around.known_handlers
    if known is not None and not allow_unknown_handler and definition.handler not in known:
        return Refusal(
            "unknown_handler",
            "handler",
            f"expected handler to be one that a live worker has, but none has {definition.handler!r}; "
            "start such a worker first, or allow an unknown handler",
        )
    for name in definition.calendars:
        if name not in around.calendars:
            return Refusal(
                "invalid",
                "calendars",
                f"expected calendars to name calendars that exist, but {name!r} does not",
            )
    return check_cycle(definition.depends_on, job_id, around.upstreams) if definition.depends_on else None


def check_cycle(
    depends_on: tuple[str, ...], job_id: str, upstreams: Mapping[str, tuple[str, ...]]
) -> Refusal | None:
    """No job may wait for itself, neither at once nor by way of others."""
    if job_id in depends_on:
        return Refusal(
            "cycle", "depends_on", "expected depends_on to name other jobs, but it names the job itself"
        )
    path = _path_to(job_id, depends_on, upstreams)
    if path is None:
        return None
    shown = " -> ".join((job_id, *path))
    return Refusal("cycle", "depends_on", f"expected depends_on to lead to no cycle, but it does: {shown}")


def _path_to(
    target: str, starts: tuple[str, ...], upstreams: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...] | None:
    came_from = dict.fromkeys(starts, "")
    queue = list(starts)
    for job in queue:
        if job == target:
            return _trace(job, came_from)
        for upstream in upstreams.get(job, ()):
            if upstream not in came_from:
                came_from[upstream] = job
                queue.append(upstream)
    return None


def _trace(job: str, came_from: dict[str, str]) -> tuple[str, ...]:
    path = [job]
    while came_from[path[-1]]:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
