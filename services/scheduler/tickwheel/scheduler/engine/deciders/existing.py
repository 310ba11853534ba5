"""What every command about a job that exists checks first."""

from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.refusal import Refusal
from tickwheel.scheduler.engine.state import ExecutionState


def check_known(draft: Draft, wish: str, job: str) -> Refusal | None:
    """It is remembered, even if it was deleted."""
    if draft.job is None or draft.job.definition is None:
        return Refusal("not_found", "job", f"expected to {wish} job {job}, but there is no such job")
    return None


def check_exists(draft: Draft, wish: str, job: str) -> Refusal | None:
    """The wish as in: expected to <wish> job X."""
    unknown = check_known(draft, wish, job)
    if unknown is not None:
        return unknown
    if draft.known_job.deleted:
        return Refusal(
            "wrong_state", "job", f"expected to {wish} job {draft.definition.name}, but it is deleted"
        )
    return None


def check_version(draft: Draft, wish: str, expected: int) -> Refusal | None:
    version = draft.known_job.version
    if expected in (0, version):
        return None
    return Refusal(
        "version_conflict",
        "expected_version",
        f"expected to {wish} version {expected} of job {draft.definition.name}, but it has version {version}",
    )


def find_execution(draft: Draft, wish: str, execution_id: str) -> ExecutionState | Refusal:
    """A live execution or dead letter of the job."""
    execution = draft.execution(execution_id)
    if execution is not None:
        return execution
    return Refusal(
        "not_found",
        "execution_id",
        f"expected to {wish} execution {execution_id}, but job {draft.definition.name} has none that waits, runs "
        "or failed under this id",
    )
