"""Finds what was decided on a command: the first event of the journal that names it as its cause."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import msgspec

from tickwheel.command_api.tail import Heard
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.dead_letter import DeadLetterRedriven
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCreated


class Answer(msgspec.Struct, frozen=True):
    """What was decided, and where that stands in the journal."""

    event: Event
    partition: int
    offset: int

    @property
    def token(self) -> str:
        """A read with this token waits until the tables have passed it."""
        return f"{self.partition}:{self.offset}"

    @property
    def rejection(self) -> CommandRejected | None:
        return self.event if isinstance(self.event, CommandRejected) else None

    @property
    def execution_id(self) -> str:
        """The execution that the command made, if it made one."""
        if isinstance(self.event, DeadLetterRedriven):
            return self.event.new_execution_id
        return self.event.execution_id if isinstance(self.event, ExecutionCreated | CommandRepeated) else ""


class Pending:
    """A command under way, and everyone who waits for it."""

    __slots__ = ("answer", "command", "delivered", "key", "waiters")

    def __init__(self, command: Command, key: bytes, answer: "asyncio.Future[Answer | None]") -> None:
        self.command = command
        self.key = key
        self.answer = answer
        """None when the time of those who wait is over."""
        self.delivered = False
        """The broker has it: it will be decided, whoever still waits."""
        self.waiters = 0


class Answers:
    """Listens on the tail's thread, wakes waiters on the event loop. Holds what is under way, and no more."""

    def __init__(self) -> None:
        self._pending: dict[str, Pending] = {}
        self._keys: Counter[bytes] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._pending)

    def find(self, command_id: str) -> Pending | None:
        return self._pending.get(command_id)

    def expect(self, command: Command, key: bytes) -> Pending:
        """Before the command is produced, or its answer may pass unseen."""
        self._loop = asyncio.get_running_loop()
        pending = Pending(command, key, self._loop.create_future())
        self._pending[command.command_id] = pending
        self._keys[key] += 1
        return pending

    def forget(self, pending: Pending) -> None:
        if self._pending.get(pending.command.command_id) is not pending:
            return
        del self._pending[pending.command.command_id]
        self._keys[pending.key] -= 1
        if not self._keys[pending.key]:
            del self._keys[pending.key]

    def hear(self, heard: Sequence[Heard]) -> None:
        """Looks only into records of jobs that somebody waits for."""
        found = []
        for one in heard:
            if one.record.key in self._keys:
                event = one.event
                if event is not None and event.cause_id in self._pending:
                    found.append(Answer(event, one.record.partition, one.record.offset))
        if found and self._loop is not None:
            self._loop.call_soon_threadsafe(self._resolve, found)

    def _resolve(self, answers: list[Answer]) -> None:
        for answer in answers:
            pending = self._pending.get(answer.event.cause_id)
            if pending is not None:
                self.forget(pending)
                if not pending.answer.done():
                    pending.answer.set_result(answer)
