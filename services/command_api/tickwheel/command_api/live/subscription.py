"""One open stream: what it asked for, and what it has not taken yet."""

import asyncio
from collections import deque

from tickwheel.command_api.access import Identity
from tickwheel.command_api.live.message import LiveMessage

CHANNELS_AT_MOST = 500
ALIVE_EVERY_S = 15.0
"""So often a silent stream says that it is there, and every stream looks whether its caller still may listen."""
WAITING_AT_MOST = 2_000
"""A client that is further behind than this is let go: it comes back and resumes, others are not slowed down."""


class Subscription:
    def __init__(self, identity: Identity, channels: set[str]) -> None:
        self.identity = identity
        self.channels = channels
        self._own: set[str] = set()
        self._own_known = identity.sees_all
        """An admin sees all. A user's jobs are looked up while messages come in already: nothing is missed."""
        self.ended = ""
        """Why it is over; empty while it is not."""
        self._waiting: deque[LiveMessage] = deque()
        self._wake = asyncio.Event()

    def knows_own(self, jobs: set[str]) -> None:
        """The jobs that are the caller's; of an admin they are not asked."""
        self._own |= jobs
        self._own_known = True

    def wants(self, message: LiveMessage) -> bool:
        seen = not self._own_known or self.may_see(message)
        return seen and not self.channels.isdisjoint(message.channels)

    def put(self, message: LiveMessage) -> None:
        if self.ended:
            return
        if len(self._waiting) >= WAITING_AT_MOST:
            self._waiting.clear()
            self.end("slow")
            return
        self._waiting.append(message)
        self._wake.set()

    def end(self, reason: str) -> None:
        self.ended = self.ended or reason
        if reason == "signed_out":
            self._waiting.clear()
        self._wake.set()

    async def take(self, timeout_s: float) -> list[LiveMessage]:
        """What has come; nothing when the time is over or the stream is."""
        if not self._waiting and not self.ended:
            try:
                await asyncio.wait_for(self._wake.wait(), timeout_s)
            except TimeoutError:
                return []
        taken = [message for message in self._waiting if self.may_see(message)]
        self._waiting.clear()
        self._wake.clear()
        return taken

    def may_see(self, message: LiveMessage) -> bool:
        """Own jobs only. Whose a job is is learnt from the events that say it."""
        if self.identity.sees_all or not message.job_id:
            return True
        if message.owner is not None:
            (self._own.add if message.owner == self.identity.name else self._own.discard)(message.job_id)
        return message.job_id in self._own
