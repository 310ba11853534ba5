"""Reads that see the caller's own writes: waits until the tables have passed an offset token."""

import threading

from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.reads.rows import one_row

_NEXT = "SELECT next_offset FROM tickwheel.projection_offsets WHERE topic = %s AND partition = %s"
LOOK_EVERY_S = 0.02


def wait_for(parts: Parts, token: str) -> None:
    """Blocks until the tables hold what stands there, `partition:offset`. An empty token waits for nothing."""
    if not token:
        return
    partition, offset = map(int, token.split(":"))
    if partition >= parts.partitions:
        raise _no_such(token)
    deadline = parts.clock.monotonic() + parts.answer_timeout_s
    pause = threading.Event()
    while not _passed(parts, partition, offset):
        if parts.clock.monotonic() > deadline:
            raise _behind(token) if offset < parts.hub.end_of(partition) else _no_such(token)
        pause.wait(LOOK_EVERY_S)


def _passed(parts: Parts, partition: int, offset: int) -> bool:
    row = one_row(parts.pool, _NEXT, (parts.topics.events, partition))
    return row is not None and int(row["next_offset"]) > offset


def _behind(token: str) -> Problem:
    detail = f"the tables have not reached {token} yet: try again"
    return Problem(503, "projection_behind", detail, headers=RETRY_AFTER)


def _no_such(token: str) -> Problem:
    return Problem(422, "invalid", f"expected the offset of a write, but {token} is none", field="min_offset")
