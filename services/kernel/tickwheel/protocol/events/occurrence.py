"""Facts about due times that did not become an execution."""

from tickwheel.protocol.events.event import Event
from tickwheel.protocol.vocabulary import SkipReason


class OccurrenceSkipped(Event, frozen=True, gc=False, kw_only=True):
    """One or more due times did not become executions."""

    occurrence: str
    """The first of them."""
    due_ms: int
    """Its due time."""
    last_due_ms: int
    """The due time of the last of them."""
    count: int
    """How many."""
    more: bool = False
    """True if there were more than were counted."""
    reason_code: SkipReason
    """Why, as a word."""
    reason: str
    """A sentence for people."""
    next_due_ms: int
    """The job's next due time after this; 0 for none."""


class OccurrenceDeduplicated(Event, frozen=True, gc=False, kw_only=True):
    """An occurrence or trigger came again within the dedup window."""

    occurrence: str
    """Which."""
    due_ms: int
    """Its due time."""
    dedup_key: str
    """The key."""
    first_execution_id: str
    """The execution that stands for it."""
    next_due_ms: int
    """The job's next due time after this; 0 for none."""
