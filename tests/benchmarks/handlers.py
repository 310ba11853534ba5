"""Handlers that leave evidence outside of Tickwheel: one line a start, appended to a file of the worker's own."""

import os
import time
from pathlib import Path

import pydantic

from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.context import JobContext

FOLDER = "BENCH_EVIDENCE_DIR"

app = App("bench")


class Nothing(pydantic.BaseModel):
    pass


class _Evidence:
    """Opened at the first line, in whichever process writes it; O_APPEND makes each line whole."""

    def __init__(self) -> None:
        self._pid = 0
        self._descriptor = -1

    def write(self, context: JobContext, start_ns: int) -> None:
        if self._pid != os.getpid():
            self._pid = os.getpid()
            path = Path(os.environ[FOLDER]) / f"starts-{self._pid}"
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        line = f"{context.execution_id} {context.attempt} {context.due_ms} {start_ns} {context.job_name}\n"
        os.write(self._descriptor, line.encode())


_evidence = _Evidence()


@app.job("bench.stamp")
async def stamp(context: JobContext) -> None:
    """Writes down when it started."""
    _evidence.write(context, time.time_ns())


@app.job("bench.stamp_thread")
def stamp_thread(context: JobContext) -> None:
    """The same in a thread."""
    _evidence.write(context, time.time_ns())
