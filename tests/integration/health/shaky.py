"""A handler that fails while a file says so, and writes down where it ran."""

import os
from pathlib import Path

from tickwheel.worker import App, JobContext

app = App("shaky")


@app.job("shaky")
def shaky(context: JobContext) -> None:
    folder = Path(os.environ["SHAKY_DIR"])
    with (folder / "ran").open("a") as file:
        file.write(f"{os.environ['TICKWHEEL_WORKER_INSTANCE_ID']} {context.job_name}\n")
    if (folder / "broken").exists():
        raise ConnectionError("the system behind it does not answer")
