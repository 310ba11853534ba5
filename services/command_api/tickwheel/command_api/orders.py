"""One write of one caller: gives its command an id, sees it decided, and words the answer."""

import uuid
from typing import Any

from fastapi import Response

from tickwheel.command_api import replies
from tickwheel.command_api.access import Identity
from tickwheel.command_api.answers import Answer
from tickwheel.command_api.parts import Parts
from tickwheel.protocol import ids
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.events.answer import CommandRepeated
from tickwheel.protocol.vocabulary import Lane
from tickwheel.runtime import metrics

STEERING_LANE: Lane = "critical"
"""Commands that steer a job go ahead of the storms of new ones."""


class Order:
    """The scheduler answers a repeated command id itself, so the key needs no store: it is made into the id."""

    def __init__(self, parts: Parts, identity: Identity, key: str, operation: str) -> None:
        self.parts = parts
        self.identity = identity
        self._key = key
        self._operation = operation
        """Method and path: a key means the same command only where it is sent again to the same place."""

    @property
    def has_key(self) -> bool:
        return bool(self._key)

    def stamp(self, part: str = "") -> dict[str, Any]:
        """What every command carries. `part` tells the commands of a batch apart."""
        return {
            "command_id": self._command_id(part),
            "actor": self.identity.name,
            "issued_at_ms": self.parts.clock.now_ms(),
        }

    async def decide(
        self,
        command: Command,
        job_id: str,
        lane: Lane = STEERING_LANE,
        *,
        status: int = 200,
        location: str = "",
    ) -> Response:
        """Submit it; `status` is what an accepted command answers, `location` what it is about if that is no job."""
        answer = await self.submit(command, job_id, lane)
        return replies.of_decision(command, job_id, answer, status, location)

    async def submit(self, command: Command, job_id: str, lane: Lane = STEERING_LANE) -> Answer | None:
        parts = self.parts
        begun_s = parts.clock.monotonic()
        if self._key:
            parts.fingerprints.check(command)
        answer = await parts.submission.submit(command, job_id, lane, parts.answer_timeout_s)
        if answer is not None and answer.rejection is not None:
            answer = await parts.new_calendars.insist(
                command,
                answer,
                lambda: parts.submission.submit(command, job_id, lane, parts.answer_timeout_s),
            )
        if self._key:
            await self.note(command, answer)
        if answer is not None:
            metrics.COMMAND_ANSWER_TIME.observe(parts.clock.monotonic() - begun_s)
            parts.recent.remember(answer)
        return answer

    async def note(self, command: Command, answer: Answer | None) -> None:
        """What was asked for under the key. A refused command was not done, so its key is free for a better one."""
        if answer is not None and isinstance(answer.event, CommandRepeated):
            await self.parts.fingerprints.check_repeated(command)
        if answer is None or answer.rejection is None:
            self.parts.fingerprints.remember(command)

    def _command_id(self, part: str) -> str:
        if not self._key:
            return self.parts.ids.uuid()
        return str(uuid.uuid5(ids.TICKWHEEL, f"{self.identity.name}\n{self._key}\n{self._operation}\n{part}"))
