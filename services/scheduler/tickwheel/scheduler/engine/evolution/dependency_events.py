"""How events about jobs that wait for other jobs change a job."""

from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded, DependentRemoved
from tickwheel.scheduler.engine.evolution.changes import Changes
from tickwheel.scheduler.engine.state import ExecutionState, JobState, Satisfied


def satisfied(job: JobState, event: DependencySatisfied, _execution: ExecutionState | None) -> Changes:
    latest = Satisfied(event.upstream_job_id, event.upstream_execution_id, event.completed_at_ms)
    others = (s for s in job.satisfied if s.upstream_job_id != event.upstream_job_id)
    return {"satisfied": (*others, latest)}


def dependent_added(job: JobState, event: DependentAdded, _execution: ExecutionState | None) -> Changes:
    return {"dependents": (*job.dependents, event.dependent_job_id)}


def dependent_removed(job: JobState, event: DependentRemoved, _execution: ExecutionState | None) -> Changes:
    return {"dependents": tuple(d for d in job.dependents if d != event.dependent_job_id)}
