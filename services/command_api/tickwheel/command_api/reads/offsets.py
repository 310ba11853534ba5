"""Reads that see the caller's own writes: waits until the tables have passed an offset token."""

import threading

from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.reads.rows import one_row

_NEXT = "SELECT next_offset FROM tickwheel.projection_offsets WHERE topic = %s AND partition = %s"
LOOK_EVERY_S = 0.02
HEARD_WITHIN_S = 1.0
"""A token comes from a record that is in the log: whoever follows the log has heard of it by then."""


def wait_for(parts: Parts, token: str) -> None:
    """Blocks until the tables hold what stands there, `partition:offset`. An empty token waits for nothing."""
    if not token:
        return
    partition, offset = map(int, token.split(":"))
    if partition >= parts.partitions:
        raise _no_such(token)
    began_s = parts.clock.monotonic()
    pause = threading.Event()
    while not _passed(parts, partition, offset):
        waited_s = parts.clock.monotonic() - began_s
        if offset >= parts.hub.end_of(partition) and waited_s > HEARD_WITHIN_S:
            raise _no_such(token)
        if waited_s > parts.answer_timeout_s:
            raise _behind(token)
        pause.wait(LOOK_EVERY_S)


def _passed(parts: Parts, partition: int, offset: int) -> bool:
    row = one_row(parts.pool, _NEXT, (parts.topics.events, partition))
    return row is not None and int(row["next_offset"]) > offset


def _behind(token: str) -> Problem:
    detail = f"the tables have not reached {token} yet: try again"
    return Problem(503, "projection_behind", detail, headers=RETRY_AFTER)


def _no_such(token: str) -> Problem:
    return Problem(422, "invalid", f"expected the offset of a write, but {token} is none", field="min_offset")
