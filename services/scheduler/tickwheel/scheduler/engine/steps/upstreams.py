"""Whether the jobs that a job depends on have completed."""

from tickwheel.scheduler.engine.draft import Draft

WHY = "waits for the jobs that it depends on"


def are_satisfied(draft: Draft) -> bool:
    """All or any of them, as the job says, and recently enough."""
    definition = draft.definition
    freshness_ms = definition.dependency_freshness_ms
    fresh = {
        s.upstream_job_id
        for s in draft.known_job.satisfied
        if not freshness_ms or draft.now_ms - s.completed_at_ms <= freshness_ms
    }
    wanted = set(definition.depends_on)
    return wanted <= fresh if definition.dependency_mode == "all" else bool(wanted & fresh)


def block(draft: Draft) -> bool:
    """True if the job has dependencies, and an execution must wait for them."""
    return bool(draft.definition.depends_on) and not are_satisfied(draft)
