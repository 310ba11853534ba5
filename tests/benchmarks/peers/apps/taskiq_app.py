"""Taskiq on a Redis list."""

import asyncio
import os

from evidence import PAYLOAD, asked, done
from taskiq_redis import ListQueueBroker

AT_ONCE = 50
broker = ListQueueBroker(os.environ["PEER_REDIS"])


@broker.task(task_name="noop")
async def noop(payload: dict[str, object]) -> None:
    done()


async def submit() -> None:
    await broker.startup()
    count = asked()
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(noop.kiq(PAYLOAD) for _ in range(first, min(first + AT_ONCE, count))))
    await broker.shutdown()


if __name__ == "__main__":
    asyncio.run(submit())
