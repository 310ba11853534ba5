"""Facts about executions that failed for good."""

from tickwheel.protocol.events.event import Event


class DeadLetterRedriven(Event, frozen=True, gc=False, kw_only=True):
    """A dead letter runs again."""

    execution_id: str
    """The dead letter."""
    new_execution_id: str
    """The execution that runs it again."""


class DeadLetterDismissed(Event, frozen=True, gc=False, kw_only=True):
    """A dead letter was taken off the list."""

    execution_id: str
    """The dead letter."""
    reason: str
    """Why, for people."""


class DeadLetterExpired(Event, frozen=True, gc=False, kw_only=True):
    """A dead letter was kept for its time and dropped."""

    execution_id: str
    """The dead letter."""
