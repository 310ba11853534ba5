"""Handlers that leave evidence outside of Tickwheel: one line a start or end, appended to files of the worker's own."""

import asyncio
import os
import time
from pathlib import Path

import pydantic

from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.context import JobContext

FOLDER = "BENCH_EVIDENCE_DIR"

app = App("bench")


class Sleep(pydantic.BaseModel):
    seconds: float


class Evidence:
    """Opened at the first line, in whichever process writes it; O_APPEND makes each line whole."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._pid = 0
        self._descriptor = -1

    def write(self, context: JobContext, at_ns: int) -> None:
        if self._pid != os.getpid():
            self._pid = os.getpid()
            path = Path(os.environ[FOLDER]) / f"{self._what}-{self._pid}"
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        line = f"{context.execution_id} {context.attempt} {context.due_ms} {at_ns} {context.job_name}\n"
        os.write(self._descriptor, line.encode())


starts = Evidence("starts")
ends = Evidence("ends")


@app.job("bench.stamp")
async def stamp(context: JobContext) -> None:
    """Writes down when it started."""
    starts.write(context, time.time_ns())


@app.job("bench.stamp_thread")
def stamp_thread(context: JobContext) -> None:
    """The same in a thread."""
    starts.write(context, time.time_ns())


@app.job("bench.sleep")
async def sleep(payload: Sleep, context: JobContext) -> None:
    """Writes down when it started and ended."""
    starts.write(context, time.time_ns())
    await asyncio.sleep(payload.seconds)
    ends.write(context, time.time_ns())
