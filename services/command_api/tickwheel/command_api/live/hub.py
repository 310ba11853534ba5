"""Hands what the tails hear to the open streams. Listens on the tails' threads, delivers on the event loop."""

import asyncio
from collections.abc import Mapping, Sequence

from tickwheel.command_api.live import message, positions
from tickwheel.command_api.live.subscription import Subscription
from tickwheel.command_api.problems import RETRY_AFTER, Problem
from tickwheel.command_api.tail import Heard
from tickwheel.runtime import metrics

STREAMS_AT_MOST = 2_000
RESUMING_AT_ONCE = 8
"""After a restart all clients come back together, and each reads the journal with a consumer of its own."""


class Hub:
    """Its position moves on the event loop, together with what it delivers: a stream that begins there misses nothing."""

    def __init__(self, journal: str) -> None:
        self._journal = journal
        self._positions: dict[int, int] = {}
        self._open: set[Subscription] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.resuming = asyncio.Semaphore(RESUMING_AT_ONCE)

    def begin_at(self, offsets: Mapping[int, int]) -> None:
        """Where the journal's tail began; it may have heard something since."""
        for partition, offset in offsets.items():
            self._positions[partition] = max(offset, self._positions.get(partition, 0))

    def serve_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def hear(self, heard: Sequence[Heard]) -> None:
        if self._loop is None:
            self._deliver(heard)  # nobody is served yet, only the position moves
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, heard)

    def open(self, subscription: Subscription, kind: str) -> dict[int, int]:
        """Deliver to it from now on; answers where the journal stands now."""
        if len(self._open) >= STREAMS_AT_MOST:
            raise Problem(
                503, "busy", f"{STREAMS_AT_MOST} streams are open here already", headers=RETRY_AFTER
            )
        self._open.add(subscription)
        metrics.LIVE_CONNECTIONS.labels(kind).inc()
        return dict(self._positions)

    def end_of(self, partition: int) -> int:
        """The next offset that the journal will have there, as far as this process has heard."""
        return self._positions.get(partition, 0)

    def close(self, subscription: Subscription, kind: str) -> None:
        if subscription in self._open:
            self._open.remove(subscription)
            metrics.LIVE_CONNECTIONS.labels(kind).dec()

    def end_all(self) -> None:
        """The process stops: streams end, or the server would wait for them."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    def _end_all(self) -> None:
        for subscription in list(self._open):
            subscription.end("stopping")

    def _deliver(self, heard: Sequence[Heard]) -> None:
        for one in heard:
            record = one.record
            if record.topic == self._journal:
                self._positions[record.partition] = record.offset + 1
            found = one.message if self._open else None
            if found is None:
                continue
            told = message.of(found, positions.as_text(self._positions))
            for subscription in self._open:
                if subscription.wants(told):
                    subscription.put(told)
