"""What a scheduler puts into a worker's mailbox."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import Delivery


class AttemptDispatch(Message, frozen=True, gc=False, kw_only=True):
    """One attempt for whoever owns this mailbox."""

    job_id: str
    """The job."""
    job_name: str
    """Its name."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt, from 1."""
    max_attempts: int
    """Attempts in all."""
    handler: str
    """Handler to run."""
    payload: str
    """JSON object as text."""
    due_ms: int
    """When the execution was due."""
    not_before_ms: int
    """Must not start earlier."""
    timeout_ms: int
    """Ended as timed out after this long."""
    priority: int
    """Exact priority."""
    queue: str
    """Queue."""
    delivery: Delivery
    """Delivery mode."""
    worker_id: str
    """The worker it is meant for; whoever owns the mailbox runs it."""
    dispatched_at_ms: int
    """When it was decided."""
    labels: dict[str, str] = {}
    """Labels the worker must carry."""
    cpu_milli: int = 0
    """CPU needed."""
    memory_mib: int = 0
    """Memory needed."""
    disk_mib: int = 0
    """Disk needed."""
    extra_resources: dict[str, int] = {}
    """Named resources needed."""
    owner: str = ""
    """Owner of the job."""
    traceparent: str = ""
    """W3C trace context of the enqueue, or empty."""
