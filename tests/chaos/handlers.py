"""The handlers of chaos tests. Each writes down that it started and how it ended; the payload says what it does in between."""

import asyncio
import os
import time

import pydantic
from tests.chaos.evidence import note

from tickwheel.worker import App, JobContext

app = App("chaos")

LOOK_S = 0.02


class Task(pydantic.BaseModel):
    ms: int = 0
    """How long it takes."""
    fails: int = 0
    """How many attempts fail before one does not."""


class WantedFailureError(Exception):
    """The payload asked for it."""


def _finish(task: Task, context: JobContext) -> None:
    if context.attempt <= task.fails:
        note("fail", context)
        raise WantedFailureError(f"attempt {context.attempt} of {task.fails} that fail")
    note("end", context)


def _work(task: Task, context: JobContext) -> None:
    """In steps, so that it ends soon after it was cancelled."""
    note("start", context)
    end_s = time.monotonic() + task.ms / 1_000
    while time.monotonic() < end_s and not context.cancelled:
        time.sleep(min(LOOK_S, task.ms / 1_000))
    if context.cancelled:
        note("fail", context)
        raise WantedFailureError("it was told to stop")
    _finish(task, context)


@app.job("chaos.async")
async def in_loop(task: Task, context: JobContext) -> None:
    note("start", context)
    await asyncio.sleep(task.ms / 1_000)
    _finish(task, context)


@app.job("chaos.thread", kind="thread")
def in_thread(task: Task, context: JobContext) -> None:
    _work(task, context)


@app.job("chaos.process", kind="process")
def in_process(task: Task, context: JobContext) -> None:
    _work(task, context)


@app.job("chaos.flaky", kind="thread")
def flaky(task: Task, context: JobContext) -> None:
    """A name of its own, because its failures may open the breaker of whatever is called so."""
    _work(task, context)


def _half_a_second(context: JobContext) -> None:
    note("start", context)
    time.sleep(0.5)
    note("end", context)


@app.job("chaos.work", retry=5)
def work(context: JobContext) -> None:
    _half_a_second(context)


@app.job("chaos.once", retry=5, delivery="at_most_once")
def once(context: JobContext) -> None:
    _half_a_second(context)


@app.job("chaos.poison", kind="process", retry=1)
def poison(context: JobContext) -> None:
    note("start", context)
    os._exit(9)


@app.job("chaos.hog", kind="process", memory_limit_mib=256, retry=1)
def hog(context: JobContext) -> None:
    note("start", context)
    taken = []
    while True:
        taken.append(bytearray(2**22))
