"""Lets a few through at a time. A password costs 19 MiB and 30 ms to check: thousands at once must neither eat the memory nor
keep those waiting who only read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tickwheel.command_api.problems import RETRY_AFTER, Problem

AT_ONCE = 2
WAITING_AT_MOST = 50


class Turnstile:
    def __init__(self, at_once: int = AT_ONCE, waiting_at_most: int = WAITING_AT_MOST) -> None:
        self._gate = asyncio.Semaphore(at_once)
        self._most = at_once + waiting_at_most
        self._inside = 0

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Waits for its turn; whoever finds a long queue is sent away."""
        if self._inside >= self._most:
            raise Problem(
                503, "busy", "too many people sign in at the moment: try again", headers=RETRY_AFTER
            )
        self._inside += 1
        try:
            async with self._gate:
                yield
        finally:
            self._inside -= 1
