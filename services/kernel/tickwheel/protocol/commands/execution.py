"""Commands about one execution or dead letter of a job."""

from tickwheel.protocol.commands.command import JobCommand


class CancelExecution(JobCommand, frozen=True, gc=False, kw_only=True):
    """End an execution that waits or runs."""

    execution_id: str
    """Which."""
    reason: str = ""
    """Why, for people."""


class RetryExecution(JobCommand, frozen=True, gc=False, kw_only=True):
    """Run a failed execution again, as a new execution."""

    execution_id: str
    """Which."""


class RedriveDeadLetter(JobCommand, frozen=True, gc=False, kw_only=True):
    """Run a dead letter again, as a new execution, and take it off the list."""

    execution_id: str
    """Which."""
    payload: str = ""
    """JSON object as text instead of the original; empty for the original."""


class DismissDeadLetter(JobCommand, frozen=True, gc=False, kw_only=True):
    """Take a dead letter off the list without running it."""

    execution_id: str
    """Which."""
    reason: str = ""
    """Why, for people."""
