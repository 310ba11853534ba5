"""What a worker says when an attempt is over. Also the topic that others consume downstream."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import OutcomeStatus


class AttemptOutcome(Message, frozen=True, gc=False, kw_only=True):
    """How an attempt ended, in the words of its worker."""

    job_id: str
    """The job. Also the key."""
    job_name: str
    """Its name."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt."""
    handler: str
    """The handler."""
    queue: str
    """The queue."""
    worker_id: str
    """The worker's incarnation."""
    status: OutcomeStatus
    """How it ended."""
    due_ms: int
    """When the execution was due."""
    started_at_ms: int
    """When the attempt started; 0 if it did not."""
    finished_at_ms: int
    """When it ended."""
    result: str = ""
    """What the handler returned, JSON as text, or empty."""
    error_class: str = ""
    """Class of the error, or empty."""
    error_message: str = ""
    """Its message."""
    traceback: str = ""
    """Where it happened, redacted."""
    retryable: bool = True
    """False if the handler said that a retry is no use."""
    retry_after_ms: int = -1
    """The delay that the handler asked for before a retry; -1 for none."""
