"""APScheduler 3 with a Postgres job store: it has no worker apart, so it submits and runs in one process."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from evidence import PATH, PAYLOAD, asked, done


def noop(payload: dict[str, object]) -> None:
    done()


if __name__ == "__main__":
    url = os.environ["PEER_POSTGRES"].replace("postgresql://", "postgresql+psycopg://")
    scheduler = BackgroundScheduler(
        jobstores={"default": SQLAlchemyJobStore(url=url)}, executors={"default": ThreadPoolExecutor(10)}
    )
    scheduler.start()
    count = asked()
    wanted = count + (Path(PATH).stat().st_size if Path(PATH).exists() else 0)
    for _ in range(count):
        scheduler.add_job(
            "apscheduler_app:noop",
            "date",
            run_date=datetime.now(UTC),
            args=(PAYLOAD,),
            misfire_grace_time=None,
        )
    while Path(PATH).stat().st_size < wanted:
        time.sleep(0.05)
    scheduler.shutdown()
