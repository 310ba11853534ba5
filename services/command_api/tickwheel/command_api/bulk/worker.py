"""Works a bulk operation off: page by page, a bounded number of commands at a time. What stands in its row is enough to go on
in another process: its commands have ids that follow from the operation, so that none is done twice."""

import asyncio
from typing import Any

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.bulk import operations
from tickwheel.command_api.bulk.actions import ACTIONS, filters_of
from tickwheel.command_api.bulk.operations import Progress
from tickwheel.command_api.door import OUTAGES
from tickwheel.command_api.errors import SubmissionError
from tickwheel.command_api.orders import STEERING_LANE
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.reads.listing import Question, page
from tickwheel.command_api.reads.rows import Row
from tickwheel.protocol import ids
from tickwheel.runtime import logs

PAGE = 200
AT_ONCE = 50

log = logs.logger(__name__)


class BulkWork:
    def __init__(self, parts: Parts, row: Row) -> None:
        self._parts = parts
        self._row = row
        self._action = ACTIONS[row["action"]]
        self._at = Progress(
            operation_id=str(row["operation_id"]),
            cursor=row["cursor"],
            done=row["done"],
            refused=row["refused"],
            last_refusal=row["last_refusal"],
        )
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """To its end, or until Kafka or Postgres are away: then whoever finds its lease over goes on."""
        try:
            await self._work()
            await self._tell("COMPLETED")
        except (SubmissionError, *OUTAGES) as fault:
            log.warning("A bulk operation waits", operation=self._at.operation_id, fault=str(fault).strip())
        except Exception:
            log.exception("A bulk operation ended early", operation=self._at.operation_id)
            await self._tell("FAILED")

    async def _work(self) -> None:
        while True:
            found = await run_in_threadpool(page, self._parts.pool, self._action.listing, self._question())
            for verdict in await asyncio.gather(*(self._one(row) for row in found["items"])):
                self._count(verdict)
            self._at.cursor = found["next"] or ""
            if not self._at.cursor:
                return
            await self._tell("RUNNING")

    async def _one(self, row: Row) -> str:
        """Why it was refused; empty if it was not."""
        stamp = {
            "command_id": ids.execution_id(self._at.operation_id, str(row[self._action.listing.id])),
            "actor": self._row["actor"],
            "issued_at_ms": self._parts.clock.now_ms(),
        }
        command = self._action.command(stamp, row)
        async with self._gate:
            parts = self._parts
            answer = await parts.submission.submit(
                command, str(row["job_id"]), STEERING_LANE, parts.answer_timeout_s
            )
        rejection = None if answer is None else answer.rejection
        return "" if rejection is None else rejection.message

    def _count(self, verdict: str) -> None:
        if verdict:
            self._at.refused += 1
            self._at.last_refusal = verdict
        else:
            self._at.done += 1

    def _question(self) -> Question:
        asked: dict[str, Any] = {"limit": PAGE, "cursor": self._at.cursor, "total": False}
        filters = filters_of(self._parts, self._action, self._row["filter"])
        return Question(filters=filters, search=self._row["search"], **asked)

    async def _tell(self, status: str) -> None:
        self._at.status = status
        await run_in_threadpool(operations.tell, self._parts.pool, self._at)
