"""Runs archived executions again, as new ones: by the ordinary commands, which this only plans.

A job that is still there is triggered with the payload that it ran with; for one that has gone a new one-off job is made.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
import pyarrow.parquet as pq

from tickwheel.projector.archive.files import File
from tickwheel.projector.archive.store import Store

COLUMNS = [
    "execution_id",
    "job_name",
    "handler",
    "queue",
    "priority",
    "status",
    "payload",
    "job_payload",
    "due_at",
]


class Wanted(msgspec.Struct, frozen=True):
    """Which executions. Empty: any."""

    status: str = ""
    job: str = ""
    since: datetime | None = None
    """Due then or later."""
    until: datetime | None = None
    """Due before then."""

    def takes(self, row: dict[str, Any]) -> bool:
        return (
            self.status in ("", row["status"])
            and self.job in ("", row["job_name"])
            and (self.since is None or row["due_at"] >= self.since)
            and (self.until is None or row["due_at"] < self.until)
        )


class Rerun(msgspec.Struct, frozen=True):
    """An archived execution that is to run again."""

    execution_id: str
    job_name: str
    handler: str
    queue: str
    priority: int
    status: str
    payload: dict[str, Any]
    due_at: datetime

    @property
    def key(self) -> str:
        """The same each time: whoever tries again within the hour does not run it twice."""
        return f"rerun:{self.execution_id}"

    def job(self) -> dict[str, Any]:
        """A one-off job that does the same."""
        return {
            "name": f"{self.job_name[:200]}:{self.key}",
            "handler": self.handler,
            "queue": self.queue,
            "priority": self.priority,
            "payload": self.payload,
            "now": True,
            "description": f"Runs execution {self.execution_id} of {self.job_name} again, from the archive.",
        }


def plan(store: Store, found: list[File], wanted: Wanted) -> Iterator[Rerun]:
    """In the order of the files: by handler, then by when they were created."""
    for file in found:
        with store.local(file.path) as local, pq.ParquetFile(local) as parquet:
            for batch in parquet.iter_batches(10_000, columns=COLUMNS):
                for row in batch.to_pylist():
                    if wanted.takes(row):
                        yield _rerun(row)


def _rerun(row: dict[str, Any]) -> Rerun:
    """An execution without a payload of its own ran with that of its job."""
    of_job, own = row.pop("job_payload"), row.pop("payload")
    return Rerun(**row, payload=msgspec.json.decode(own or of_job or "{}", type=dict[str, Any]))
