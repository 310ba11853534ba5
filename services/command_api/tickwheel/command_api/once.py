"""One write of one caller that no scheduler decides: done once for each Idempotency-Key, and answered alike each time."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents, keyed_writes
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.door import OUTAGES
from tickwheel.command_api.orders import Order
from tickwheel.command_api.reads.rows import Row
from tickwheel.command_api.replies import REPEATED
from tickwheel.runtime.postgres.connect import Connection


class Outcome(msgspec.Struct, frozen=True):
    row: Row
    repeated: bool
    """It was done before, under the same key."""


def documented(*statuses: int, model: Any, accepted: int = 200) -> dict[str, Any]:
    """The answers of such a write, for OpenAPI."""
    return documents.documented(409, *statuses, model=model) | {"status_code": accepted}


def answer(request: Request, outcome: Outcome, status: int = 200) -> Response:
    answer = documents.answer(request, outcome.row)
    answer.status_code = status
    answer.headers["Cache-Control"] = "no-store"
    if outcome.repeated:
        answer.headers[REPEATED] = "true"
    return answer


class Once:
    def __init__(self, order: Order, body: Body | None = None, secret: str = "") -> None:
        """`secret` names a field of the answer that is kept nowhere."""
        self._pool = order.parts.pool
        self._asked = "" if body is None else body.model_dump_json()
        self._secret = secret
        self._claim = (
            keyed_writes.Claim(order.stamp()["command_id"], order.parts.ids.uuid()) if order.has_key else None
        )

    async def in_tables(self, work: Callable[[Connection], Row]) -> Outcome:
        """Work that writes to Postgres and nowhere else is noted in its own transaction. It blocks, and so runs in a thread."""
        return await self._unless_done(lambda: run_in_threadpool(self._write, work))

    async def elsewhere(self, work: Callable[[], Awaitable[Row]]) -> Outcome:
        """Work that is noted after it was done; if the process dies in between, the same key does it again."""

        async def work_and_note() -> Row:
            row = await work()
            return await run_in_threadpool(self._write, lambda _: row)

        return await self._unless_done(work_and_note)

    async def _unless_done(self, do: Callable[[], Awaitable[Row]]) -> Outcome:
        if self._claim is None:
            return Outcome(await do(), repeated=False)
        first = await run_in_threadpool(keyed_writes.begin, self._pool, self._claim, self._asked)
        if first is not None:
            return Outcome(first, repeated=True)
        try:
            return Outcome(await do(), repeated=False)
        except Exception:
            with contextlib.suppress(*OUTAGES):  # then the lease ends it
                await run_in_threadpool(keyed_writes.release, self._pool, self._claim)
            raise

    def _write(self, work: Callable[[Connection], Row]) -> Row:
        with self._pool.connection() as connection, connection.transaction():
            row = work(connection)
            if self._claim is not None:
                kept = {name: value for name, value in row.items() if name != self._secret}
                keyed_writes.note(connection, self._claim, kept)
        return row
