"""An execution that failed for good, with all that is needed to understand and redrive it."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import FailureKind, Origin


class DeadLetter(Message, frozen=True, gc=False, kw_only=True):
    """An execution that failed for good."""

    job_id: str
    """The job. Also the key."""
    job_name: str
    """Its name."""
    execution_id: str
    """The execution."""
    occurrence: str
    """What it stood for."""
    origin: Origin
    """Why it existed."""
    handler: str
    """The handler."""
    queue: str
    """The queue."""
    payload: str
    """JSON object as text."""
    attempts: int
    """Attempts made."""
    kind: FailureKind
    """How the last one failed."""
    error_class: str
    """Class of its error."""
    error_message: str
    """Its message."""
    traceback: str
    """Where it happened, redacted."""
    due_ms: int
    """When it was due."""
    failed_at_ms: int
    """When it failed for good."""
    definition_version: int
    """Version of the job's definition."""
    owner: str
    """Owner of the job."""
