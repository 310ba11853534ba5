"""Procrastinate on Postgres: `setup`, `worker`, or how many to submit."""

import asyncio
import os
import sys

import procrastinate
from evidence import PAYLOAD, asked, done

AT_ONCE = 1_000
app = procrastinate.App(
    connector=procrastinate.PsycopgConnector(conninfo=os.environ["PEER_POSTGRES"]),
    import_paths=["procrastinate_app"],
)


@app.task(name="noop")
async def noop(payload: dict[str, object]) -> None:
    done()


async def main(what: str) -> None:
    async with app.open_async():
        if what == "setup":
            await app.schema_manager.apply_schema_async()
        elif what == "worker":
            await app.run_worker_async(concurrency=50, delete_jobs="always")
        else:
            count = asked()
            for first in range(0, count, AT_ONCE):
                jobs = [{"payload": PAYLOAD} for _ in range(first, min(first + AT_ONCE, count))]
                await noop.batch_defer_async(*jobs)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
