"""Tells the jobs that a job depends on that it does, and the cluster what the graph looks like."""

from tickwheel.protocol.signals import DependencyRequested, DependencyWithdrawn, JobDependencies
from tickwheel.scheduler.engine.draft import Draft


def announce(draft: Draft, before: tuple[str, ...]) -> None:
    """What has changed since it depended on `before`."""
    job = draft.known_job
    now = () if job.deleted or job.definition is None else job.definition.depends_on
    if now == before:
        return
    for upstream in now:
        if upstream not in before:
            draft.outbox.append(DependencyRequested(job_id=upstream, dependent_job_id=draft.job_id))
    for upstream in before:
        if upstream not in now:
            draft.outbox.append(DependencyWithdrawn(job_id=upstream, dependent_job_id=draft.job_id))
    draft.outbox.append(JobDependencies(job_id=draft.job_id, upstream_job_ids=now))
