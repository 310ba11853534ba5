"""Works a bulk operation off: page by page, a bounded number of commands at a time."""

import asyncio
from typing import Any

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.bulk import operations
from tickwheel.command_api.bulk.actions import BulkAction
from tickwheel.command_api.errors import SubmissionError
from tickwheel.command_api.orders import Order
from tickwheel.command_api.reads.listing import Question, page
from tickwheel.command_api.reads.rows import Row
from tickwheel.runtime import logs

PAGE = 200
AT_ONCE = 50

log = logs.logger(__name__)


class BulkWork:
    def __init__(self, operation_id: str, action: BulkAction, question: Question, order: Order) -> None:
        self._id = operation_id
        self._action = action
        self._question = question
        self._order = order
        self._done = 0
        self._refused = 0
        self._last_refusal: str | None = None
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """To its end; what goes wrong ends up in its row, since nobody waits for it."""
        try:
            await self._work()
        except Exception:
            log.exception("A bulk operation ended early", operation=self._id)
            await self._tell("FAILED")
        else:
            await self._tell("COMPLETED")

    async def _work(self) -> None:
        cursor = ""
        while True:
            found = await run_in_threadpool(
                page, self._order.parts.pool, self._action.listing, self._after(cursor)
            )
            await asyncio.gather(*(self._one(row) for row in found["items"]))
            await self._tell("RUNNING")
            cursor = found["next"]
            if not cursor:
                return

    async def _one(self, row: Row) -> None:
        key = str(row[self._action.listing.id])
        command = self._action.command(self._order.stamp(key), row)
        async with self._gate:
            try:
                answer = await self._order.submit(command, str(row["job_id"]))
            except SubmissionError as error:
                self._refuse(str(error))
                return
        rejection = None if answer is None else answer.rejection
        if rejection is None:
            self._done += 1
        else:
            self._refuse(rejection.message)

    def _refuse(self, why: str) -> None:
        self._refused += 1
        self._last_refusal = why

    def _after(self, cursor: str) -> Question:
        asked: dict[str, Any] = {"limit": PAGE, "cursor": cursor, "total": False}
        return Question(filters=self._question.filters, search=self._question.search, **asked)

    async def _tell(self, status: str) -> None:
        await run_in_threadpool(
            operations.tell_progress,
            self._order.parts.pool,
            self._id,
            self._done,
            self._refused,
            self._last_refusal,
            status,
        )
