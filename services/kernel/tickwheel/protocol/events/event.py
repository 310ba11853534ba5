"""What every event of the journal carries."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import JobStatus


class Event(Message, frozen=True, gc=False, kw_only=True):
    """A fact about one job, written by the one scheduler that owns it."""

    job_id: str
    """The job: uuid5 of namespace and name. Also the record's key."""
    sequence: int
    """Number of this event in the job's history: 1, 2, 3 and so on without gaps."""
    at_ms: int
    """When it was decided, epoch milliseconds."""
    job_status: JobStatus
    """The job's status after this event."""
    cause_id: str = ""
    """What led to it: a command id, or empty for a timer, a claim, an outcome or a lost lease."""
    actor: str = ""
    """Who caused it; empty if nobody did."""


class ExecutionEvent(Event, frozen=True, gc=False, kw_only=True):
    """A fact about one execution of a job."""

    execution_id: str
    """The execution: uuid5 of job and occurrence."""
    attempt: int
    """The attempt it is about, from 1; 0 before the first."""
