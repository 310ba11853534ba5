"""Reads that see the caller's own writes: waits until the tables have passed an offset token."""

import threading
from collections.abc import Mapping

from tickwheel.command_api.parts import THREADS, Parts
from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.reads.rows import all_rows, one_row

_NEXT = "SELECT next_offset FROM tickwheel.projection_offsets WHERE topic = %s AND partition = %s"
_ALL_NEXT = "SELECT partition, next_offset FROM tickwheel.projection_offsets WHERE topic = %s"
LOOK_EVERY_S = 0.02
WAITING_AT_MOST = THREADS // 2
"""While the tables stand still, those who wait for them must leave threads to all others."""
HEARD_WITHIN_S = 1.0
"""A token comes from a record that is in the log: whoever follows the log has heard of it by then."""


_places = threading.BoundedSemaphore(WAITING_AT_MOST)


def wait_for(parts: Parts, token: str) -> None:
    """Blocks until the tables hold what stands there, `partition:offset`. An empty token waits for nothing."""
    if not token:
        return
    partition, offset = map(int, token.split(":"))
    if partition >= parts.partitions:
        raise _no_such(token)
    if _passed(parts, partition, offset):
        return
    if not _places.acquire(blocking=False):
        raise _behind(token)
    try:
        _wait(parts, token, partition, offset)
    finally:
        _places.release()


def _wait(parts: Parts, token: str, partition: int, offset: int) -> None:
    began_s = parts.clock.monotonic()
    pause = threading.Event()
    while not _passed(parts, partition, offset):
        waited_s = parts.clock.monotonic() - began_s
        if offset >= parts.hub.end_of(partition) and waited_s > HEARD_WITHIN_S:
            raise _no_such(token)
        if waited_s > parts.answer_timeout_s:
            raise _behind(token)
        pause.wait(LOOK_EVERY_S)


def have_passed(parts: Parts, positions: Mapping[int, int]) -> bool:
    """Whether the tables hold everything before these next offsets of the journal."""
    rows = all_rows(parts.pool, _ALL_NEXT, (parts.topics.events,))
    reached = {row["partition"]: row["next_offset"] for row in rows}
    return all(reached.get(partition, 0) >= offset for partition, offset in positions.items())


def _passed(parts: Parts, partition: int, offset: int) -> bool:
    row = one_row(parts.pool, _NEXT, (parts.topics.events, partition))
    return row is not None and int(row["next_offset"]) > offset


def _behind(token: str) -> Problem:
    detail = f"the tables have not reached {token} yet: try again"
    return Problem(503, "projection_behind", detail, headers=RETRY_AFTER)


def _no_such(token: str) -> Problem:
    return Problem(422, "invalid", f"expected the offset of a write, but {token} is none", field="min_offset")
