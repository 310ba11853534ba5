"""Notices that the event loop is held up: an async handler that waits without `await` stops all others, and itself from being stopped.

A thread of its own asks the loop for a sign of life once a second. If none comes, it tells where the loop's thread is.
"""

import asyncio
import sys
import threading
import traceback
from collections.abc import Callable

LOOK_S = 1.0
HELD_UP_S = 1.0
"""Without a sign of life for this long it counts as held up."""

FRAMES = 4
"""The innermost of them tell whose code it is."""

OnHeldUp = Callable[[str], None]
"""Told once each time, with the place as a traceback."""


class LoopWatch:
    def __init__(self, loop: asyncio.AbstractEventLoop, thread_id: int, on_held_up: OnHeldUp) -> None:
        self._loop = loop
        self._thread_id = thread_id
        self._on_held_up = on_held_up
        self._closed = threading.Event()
        threading.Thread(target=self._run, name="loop-watch", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(LOOK_S):
            alive = threading.Event()
            try:
                self._loop.call_soon_threadsafe(alive.set)
            except RuntimeError:  # the loop is closed
                return
            if not alive.wait(HELD_UP_S) and not self._closed.is_set():
                self._on_held_up(self._place())
            while not alive.wait(LOOK_S):
                if self._closed.is_set():
                    return

    def _place(self) -> str:
        frame = sys._current_frames().get(self._thread_id)  # noqa: SLF001 - documented, for debuggers such as this
        return "" if frame is None else "".join(traceback.format_stack(frame)[-FRAMES:])
