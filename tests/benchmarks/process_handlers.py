"""The handler of kind process has an app of its own: a worker keeps processes warm as soon as it knows one such handler."""

import time

from tests.benchmarks.handlers import starts

from tickwheel.worker import App, JobContext

app = App("bench-process")


@app.job("bench.stamp_process", kind="process")
def stamp_process(context: JobContext) -> None:
    """Writes down when it started."""
    starts.write(context, time.time_ns())
