"""Lets a chaos run set the clock that a Tickwheel process believes in. Python imports this by itself from PYTHONPATH.

The file named by CHAOS_CLOCK holds by how many milliseconds the clock is off; it may change at any time.
"""

import mmap
import os
import struct
import time

if "CHAOS_CLOCK" in os.environ:
    from tickwheel.runtime.clock import SystemClock

    with open(os.environ["CHAOS_CLOCK"], "rb") as _file:  # noqa: PTH123  # as cheap as can be: every process runs it
        _off = mmap.mmap(_file.fileno(), 8, access=mmap.ACCESS_READ)

    def _now_ns(self: SystemClock) -> int:
        return time.time_ns() + int(struct.unpack_from("q", _off)[0]) * 1_000_000

    def _now_ms(self: SystemClock) -> int:
        return _now_ns(self) // 1_000_000

    SystemClock.now_ns = _now_ns  # type: ignore[method-assign]
    SystemClock.now_ms = _now_ms  # type: ignore[method-assign]
