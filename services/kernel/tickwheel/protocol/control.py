"""What schedulers and operators tell workers."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import RecallReason


class RecallAttempt(Message, frozen=True, gc=False, kw_only=True):
    """Do not start this attempt; if it runs and the reason says so, end it."""

    job_id: str
    """The job."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt."""
    worker_id: str
    """Who has it; empty for whoever gets it."""
    reason: RecallReason
    """Why."""
    stop_running: bool
    """End it even if it has started."""
    sent_at_ms: int
    """When."""


class DrainWorker(Message, frozen=True, gc=False, kw_only=True):
    """Take no new work, finish what runs, then stop."""

    worker_id: str
    """Who."""
    actor: str
    """Who wants it."""
    deadline_ms: int
    """End what still runs after this long."""
