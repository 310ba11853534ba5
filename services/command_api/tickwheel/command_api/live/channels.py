"""Which channels there are, and whether a caller may have them."""

import asyncio
from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.access import Identity
from tickwheel.command_api.live.message import CHANNELS, JOB_CHANNEL
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.reads import jobs, offsets

MOST = 100
LOOK_EVERY_S = 0.05


def read(parts: Parts, names: list[str]) -> set[str]:
    """jobs, executions, workers, or job:<id or name>."""
    if len(names) > MOST:
        raise Problem(422, "invalid", f"expected at most {MOST} channels", field="channels")
    return {_channel(parts, name.strip()) for name in names if name.strip()}


async def own_jobs(parts: Parts, identity: Identity, now: Mapping[int, int]) -> set[str]:
    """As the journal had them where the stream begins, `now`: the tables may be behind it, and what they do not know yet would
    never be told. What an admin may see is not counted up."""
    if identity.sees_all:
        return set()
    deadline_s = parts.clock.monotonic() + parts.answer_timeout_s
    while not await run_in_threadpool(offsets.have_passed, parts, now):
        if parts.clock.monotonic() > deadline_s:
            raise Problem(
                503,
                "projection_behind",
                "the tables have not reached the end of the journal yet: try again",
                headers=RETRY_AFTER,
            )
        await asyncio.sleep(LOOK_EVERY_S)
    return set(await run_in_threadpool(jobs.owned_by, parts.pool, identity.name))


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
