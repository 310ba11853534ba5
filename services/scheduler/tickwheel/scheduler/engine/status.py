"""A job's status, derived from its state. The first that fits:

DELETED     it was deleted
PAUSED      its schedule is stopped
RUNNING     a worker has claimed one of its executions
QUEUED      one of its executions is due or about to be
SCHEDULED   more may come: by its schedule, a trigger, a backfill or another job
FAILED      nothing more will come, and its last execution failed
COMPLETED   nothing more will come
"""

from tickwheel.protocol.vocabulary import JobStatus
from tickwheel.scheduler.engine.state import JobState


def status_of(job: JobState | None) -> JobStatus:
    if job is None or job.deleted:
        return "DELETED"
    if job.paused_at_ms:
        return "PAUSED"
    if job.running:
        return "RUNNING"
    if job.active:
        return "QUEUED"
    if not has_ended(job):
        return "SCHEDULED"
    return "FAILED" if job.last_failed else "COMPLETED"


def has_ended(job: JobState) -> bool:
    """Its schedule has come to an end: a one-off that ran, or the last of its bounds."""
    return (
        job.next_due_ms == 0
        and job.live == 0
        and not job.backfills
        and job.definition is not None
        and job.definition.when != "manual"
    )
