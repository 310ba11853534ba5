"""Waits for what was decided on a command: the first event of the journal that names it as its cause."""

import asyncio

import msgspec

from tickwheel.protocol.events.answer import CommandRejected, CommandRepeated
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.runtime.log.records import Record


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
        return self.event.execution_id if isinstance(self.event, ExecutionCreated | CommandRepeated) else ""


class Answers:
    """Listens on the tail's thread, wakes waiters on the event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def expect(self, command_id: str) -> "asyncio.Future[Answer]":
        """Before the command is produced, or its answer may pass unseen. Two waiters for one id share the answer."""
        self._loop = asyncio.get_running_loop()
        waiting = self._waiting.get(command_id)
        if waiting is None:
            waiting = self._loop.create_future()
            self._waiting[command_id] = waiting
        return waiting

    def forget(self, command_id: str) -> None:
        self._waiting.pop(command_id, None)

    def hear(self, event: Event, record: Record) -> None:
        if self._loop is not None and event.cause_id in self._waiting:
            self._loop.call_soon_threadsafe(self._resolve, Answer(event, record.partition, record.offset))

    def _resolve(self, answer: Answer) -> None:
        waiting = self._waiting.pop(answer.event.cause_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
