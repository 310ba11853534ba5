"""`system:data-cleanup`: archives old months and deletes what is kept long enough, every night, as a job like any other."""

from tickwheel.projector.archive.operate import Operator
from tickwheel.protocol.topics import SYSTEM_QUEUE
from tickwheel.runtime.settings import ArchiveSettings, HousekeepingSettings, load
from tickwheel.worker import App, JobContext, Retry

app = App("housekeeping")


@app.job(
    "system:data-cleanup",
    kind="thread",
    schedule="0 3 * * *",
    queue=SYSTEM_QUEUE,
    timeout=6 * 3_600,
    retry=Retry(times=3, initial=300.0),
    description="Archives old months as Parquet files and deletes what was kept for its time.",
    owner="system",
)
def clean_up(context: JobContext) -> dict[str, list[str]]:
    """Archives old months as Parquet files and deletes what was kept for its time."""
    settings = load(HousekeepingSettings)
    archive = ArchiveSettings(postgres=settings.postgres, archive=settings.archive, logs=settings.logs)
    done: list[str] = []
    for step in Operator(archive).run():
        context.log(step)
        done.append(step)
        if context.cancelled:
            break
    return {"done": done}
