"""Takes over bulk operations whose API process is gone."""

import asyncio
import contextlib

from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.bulk import operations
from tickwheel.command_api.bulk.worker import BulkWork
from tickwheel.command_api.door import OUTAGES
from tickwheel.command_api.parts import Parts
from tickwheel.runtime import logs

LOOK_EVERY_S = 5.0

log = logs.logger(__name__)


async def keep_looking(parts: Parts) -> None:
    """For as long as the API serves. One at a time: bulk work is never urgent."""
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        with contextlib.suppress(*OUTAGES):
            row = await run_in_threadpool(operations.take_lost, parts.pool)
            if row is not None:
                log.info(
                    "Going on with a bulk operation of another process", operation=str(row["operation_id"])
                )
                await BulkWork(parts, row).run()
