"""Reads that see the caller's own writes: waits until the tables have passed an offset token."""

import threading

from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.reads.rows import one_row
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Pool

_NEXT = "SELECT next_offset FROM tickwheel.projection_offsets WHERE topic = %s AND partition = %s"
LOOK_EVERY_S = 0.02


def wait_for(pool: Pool, clock: Clock, topic: str, place: tuple[int, int] | None, timeout_s: float) -> None:
    """Return when the tables hold what stands at that place of the journal."""
    if place is None:
        return
    partition, offset = place
    deadline = clock.monotonic() + timeout_s
    pause = threading.Event()
    while (row := one_row(pool, _NEXT, (topic, partition))) is None or row["next_offset"] <= offset:
        if clock.monotonic() > deadline:
            raise Problem(
                503,
                "projection_behind",
                f"the tables have not reached offset {offset} of partition {partition} within {timeout_s:.0f} s: try again",
                headers=RETRY_AFTER,
            )
        pause.wait(LOOK_EVERY_S)
