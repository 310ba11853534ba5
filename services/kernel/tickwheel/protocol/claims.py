"""What a worker says when it takes an attempt."""

from tickwheel.protocol.message import Message


class AttemptClaim(Message, frozen=True, gc=False, kw_only=True):
    """This worker takes this attempt and starts it at that time."""

    job_id: str
    """The job. Also the key."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt."""
    worker_id: str
    """The worker's incarnation."""
    starts_at_ms: int
    """When it starts, or started."""
