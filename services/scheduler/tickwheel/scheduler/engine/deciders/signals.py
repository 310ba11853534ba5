"""What the owners of other jobs say: they wait for this one, no longer do, or have completed."""

from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded, DependentRemoved
from tickwheel.protocol.events.job import JobRetired
from tickwheel.protocol.signals import DependencyRequested, DependencyWithdrawn, UpstreamCompleted
from tickwheel.scheduler.engine.draft import Draft
from tickwheel.scheduler.engine.steps import firing
from tickwheel.scheduler.engine.verdict import Verdict


def add_dependent(draft: Draft, signal: DependencyRequested) -> Verdict:
    """Also for a job that does not exist yet: a placeholder remembers who waits for it."""
    job = draft.job
    if job is not None and signal.dependent_job_id in job.dependents:
        return "known"
    draft.record(DependentAdded(**draft.stamp(), dependent_job_id=signal.dependent_job_id))
    if job is not None and job.last_completed_ms:
        draft.outbox.append(
            UpstreamCompleted(
                job_id=signal.dependent_job_id,
                upstream_job_id=draft.job_id,
                upstream_execution_id=job.last_completed_id,
                completed_at_ms=job.last_completed_ms,
            )
        )
    return None


def remove_dependent(draft: Draft, signal: DependencyWithdrawn) -> Verdict:
    if draft.job is None or signal.dependent_job_id not in draft.job.dependents:
        return "known"
    draft.record(DependentRemoved(**draft.stamp(), dependent_job_id=signal.dependent_job_id))
    if draft.known_job.definition is None and not draft.known_job.dependents:
        draft.record(JobRetired(**draft.stamp()))
    return None


def upstream_completed(draft: Draft, signal: UpstreamCompleted) -> Verdict:
    job = draft.job
    if job is None or job.deleted or job.definition is None:
        return "job_over"
    if signal.upstream_job_id not in job.definition.depends_on:
        return "not_waiting"
    if any(
        s.upstream_job_id == signal.upstream_job_id and s.completed_at_ms > signal.completed_at_ms
        for s in job.satisfied
    ):
        return "known"
    draft.record(
        DependencySatisfied(
            **draft.stamp(),
            upstream_job_id=signal.upstream_job_id,
            upstream_execution_id=signal.upstream_execution_id,
            completed_at_ms=signal.completed_at_ms,
        )
    )
    # Without a chain it is an old completion, told to a new dependent: it counts, but starts no job by itself.
    if signal.chain or job.definition.when != "manual":
        firing.fire_if_satisfied(draft, signal.chain)
    return None
