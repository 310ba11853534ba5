"""Which channels there are, and whether a caller may have them."""

from tickwheel.command_api.access import Identity
from tickwheel.command_api.live.message import CHANNELS, JOB_CHANNEL
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem
from tickwheel.command_api.reads import jobs

MOST = 100


def read(parts: Parts, names: list[str]) -> set[str]:
    """jobs, executions, workers, or job:<id or name>."""
    if len(names) > MOST:
        raise Problem(422, "invalid", f"expected at most {MOST} channels", field="channels")
    return {_channel(parts, name.strip()) for name in names if name.strip()}


def own_jobs(parts: Parts, identity: Identity) -> set[str]:
    """Blocks on Postgres. What an admin may see is not counted up."""
    return set() if identity.sees_all else set(jobs.owned_by(parts.pool, identity.name))


def _channel(parts: Parts, name: str) -> str:
    if name in CHANNELS:
        return name
    if name.startswith(JOB_CHANNEL) and len(name) > len(JOB_CHANNEL):
        return JOB_CHANNEL + parts.job_id(name.removeprefix(JOB_CHANNEL))
    known = ", ".join(CHANNELS)
    raise Problem(
        422,
        "invalid",
        f"expected a channel of {known} or job:<id>, but it is {name[:80]!r}",
        field="channels",
    )
