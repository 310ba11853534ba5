"""What can be done in bulk: which rows it is about, and the command for each."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from tickwheel.command_api.bulk import filters
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.reads import dead_letters, executions, jobs
from tickwheel.command_api.reads.listing import Listing
from tickwheel.command_api.reads.rows import Row
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.execution import (
    CancelExecution,
    DismissDeadLetter,
    RedriveDeadLetter,
    RetryExecution,
)
from tickwheel.protocol.commands.job import DeleteJob, PauseJob, ResumeJob, TriggerJob

ActionName = Literal[
    "pause_jobs",
    "resume_jobs",
    "trigger_jobs",
    "delete_jobs",
    "cancel_executions",
    "retry_executions",
    "retry_dead_letters",
    "dismiss_dead_letters",
]
Stamp = Mapping[str, Any]


class BulkAction(msgspec.Struct, frozen=True):
    listing: Listing
    command: Callable[[Stamp, Row], Command]
    only: Mapping[str, Any] = {}
    """Always part of the filter: what the action makes sense for."""


LIVE = ["PENDING", "QUEUED", "RUNNING", "PENDING_RETRY"]

ACTIONS: dict[ActionName, BulkAction] = {
    "pause_jobs": BulkAction(
        jobs.LISTING, lambda stamp, row: PauseJob(**stamp, job=_job(row)), {"deleted": False}
    ),
    "resume_jobs": BulkAction(
        jobs.LISTING, lambda stamp, row: ResumeJob(**stamp, job=_job(row)), {"status": ["PAUSED"]}
    ),
    "trigger_jobs": BulkAction(
        jobs.LISTING, lambda stamp, row: TriggerJob(**stamp, job=_job(row)), {"deleted": False}
    ),
    "delete_jobs": BulkAction(
        jobs.LISTING, lambda stamp, row: DeleteJob(**stamp, job=_job(row)), {"deleted": False}
    ),
    "cancel_executions": BulkAction(
        executions.LISTING,
        lambda stamp, row: CancelExecution(**stamp, **_execution(row)),
        {"status": LIVE},
    ),
    "retry_executions": BulkAction(
        executions.LISTING,
        lambda stamp, row: RetryExecution(**stamp, **_execution(row)),
        {"status": ["FAILED"]},
    ),
    "retry_dead_letters": BulkAction(
        dead_letters.LISTING,
        lambda stamp, row: RedriveDeadLetter(**stamp, **_execution(row)),
        {"status": "OPEN"},
    ),
    "dismiss_dead_letters": BulkAction(
        dead_letters.LISTING,
        lambda stamp, row: DismissDeadLetter(**stamp, **_execution(row)),
        {"status": "OPEN"},
    ),
}


def _job(row: Row) -> str:
    return str(row["job_id"])


def _execution(row: Row) -> dict[str, Any]:
    return {"job": str(row["job_id"]), "execution_id": str(row["execution_id"])}


def filters_of(parts: Parts, action: BulkAction, given: Mapping[str, Any]) -> dict[str, Any]:
    """As the listing takes them. Refuses those that it does not know, and values that are none."""
    found = filters.read(action.listing, given, action.only)
    if "job" in found:
        found["job_id"] = parts.job_id(found.pop("job"))
    return found
