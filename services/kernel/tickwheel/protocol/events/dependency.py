"""Facts about jobs that wait for other jobs."""

from tickwheel.protocol.events.event import Event


class DependencySatisfied(Event, frozen=True, gc=False, kw_only=True):
    """A job that this one waits for has completed."""

    upstream_job_id: str
    """Which."""
    upstream_execution_id: str
    """Its execution."""
    completed_at_ms: int
    """When."""


class DependentAdded(Event, frozen=True, gc=False, kw_only=True):
    """Another job waits for this one."""

    dependent_job_id: str
    """Which."""


class DependentRemoved(Event, frozen=True, gc=False, kw_only=True):
    """Another job no longer waits for this one."""

    dependent_job_id: str
    """Which."""
