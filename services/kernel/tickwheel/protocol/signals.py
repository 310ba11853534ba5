"""What one job's owner tells another job's owner, in the same transaction as its events."""

from tickwheel.protocol.message import Message


class DependencyRequested(Message, frozen=True, gc=False, kw_only=True):
    """Tell that job when you complete."""

    job_id: str
    """The job that is waited for. Also the key."""
    dependent_job_id: str
    """The job that waits."""


class DependencyWithdrawn(Message, frozen=True, gc=False, kw_only=True):
    """That job no longer waits for you."""

    job_id: str
    """The job that was waited for. Also the key."""
    dependent_job_id: str
    """The job that waited."""


class UpstreamCompleted(Message, frozen=True, gc=False, kw_only=True):
    """A job that you wait for has completed."""

    job_id: str
    """The job that waits. Also the key."""
    upstream_job_id: str
    """The job that completed."""
    upstream_execution_id: str
    """Its execution."""
    completed_at_ms: int
    """When."""
    chain: tuple[str, ...] = ()
    """Job ids whose completions led here, oldest first; empty if it is told again to a new dependent."""


class JobDependencies(Message, frozen=True, gc=False, kw_only=True):
    """What a job waits for, for the cluster's graph."""

    job_id: str
    """The job. Also the key."""
    upstream_job_ids: tuple[str, ...]
    """The jobs it waits for."""
