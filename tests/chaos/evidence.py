"""Handlers that write down, outside of the system, what they did: the only witness a chaos test believes."""

import os
import time
from pathlib import Path

from tickwheel.worker import App, JobContext

app = App("chaos")


def note(what: str, context: JobContext) -> None:
    """One short append is atomic, also for a process that is killed a moment later."""
    line = f"{what} {context.execution_id} {context.attempt} {os.environ['EVIDENCE_NAME']}\n"
    path = Path(os.environ["EVIDENCE_DIR"]) / os.environ["EVIDENCE_NAME"]
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, line.encode())
    os.close(descriptor)


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
