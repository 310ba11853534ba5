"""What handlers say while they run."""

from tickwheel.protocol.message import Message
from tickwheel.protocol.vocabulary import LogLevel

TIME_OUT_IS_NEAR = "80 % of the time-out is used up"
"""Begins the line that a worker itself adds to the log of a run that may soon be stopped."""


class ExecutionLogged(Message, frozen=True, gc=False, kw_only=True):
    """A line that a handler wrote."""

    job_id: str
    """The job. Also the key."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt."""
    line: int
    """Number of the line in the attempt, from 1."""
    at_ms: int
    """When."""
    level: LogLevel
    """Level."""
    message: str
    """The line."""
    fields: str = ""
    """JSON object as text, or empty."""
    dropped: int = 0
    """Lines dropped just before this one by the rate cap."""


class ProgressReported(Message, frozen=True, gc=False, kw_only=True):
    """How far a handler has come."""

    job_id: str
    """The job. Also the key."""
    execution_id: str
    """The execution."""
    attempt: int
    """The attempt."""
    at_ms: int
    """When."""
    fraction: float
    """0 to 1."""
    message: str = ""
    """A word for people."""
