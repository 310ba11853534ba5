"""A calendar is decided by one scheduler and heard of by the others a moment later. A job that names it meanwhile is refused, though
its author was told that the calendar is there: such a command is sent again until the calendar is known."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.answers import Answer
from tickwheel.command_api.door import OUTAGES
from tickwheel.command_api.reads import calendars
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob, UpdateJob
from tickwheel.runtime.postgres.connect import Pool

PAUSES_S = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
KEPT = 1_000


class NewCalendars:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._made: OrderedDict[str, None] = OrderedDict()
        """Those that this process was asked to define: the tables may be behind as well."""

    def remember(self, name: str) -> None:
        self._made[name] = None
        if len(self._made) > KEPT:
            self._made.popitem(last=False)

    def forget(self, name: str) -> None:
        self._made.pop(name, None)

    async def insist(
        self, command: Command, first: Answer, send: Callable[[], Awaitable[Answer | None]]
    ) -> Answer | None:
        """The answer, once a calendar that exists is no reason to refuse any more. The scheduler remembers no refusals, so
        the same command is decided anew."""
        answer: Answer | None = first
        for pause_s in PAUSES_S:
            if answer is None or not await self._is_early(command, answer):
                break
            await asyncio.sleep(pause_s)
            answer = await send()
        return answer

    async def _is_early(self, command: Command, answer: Answer) -> bool:
        refused = answer.rejection
        if refused is None or refused.field != "calendars" or not isinstance(command, CreateJob | UpdateJob):
            return False
        unseen = [name for name in command.definition.calendars if name not in self._made]
        with contextlib.suppress(*OUTAGES):
            return not unseen or await run_in_threadpool(calendars.are_known, self._pool, unseen)
        return False
