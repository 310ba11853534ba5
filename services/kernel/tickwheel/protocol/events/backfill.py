"""Facts about backfills."""

from tickwheel.protocol.events.event import Event


class BackfillPlanned(Event, frozen=True, gc=False, kw_only=True):
    """Answer to a dry run: what a backfill would do."""

    from_ms: int
    """First instant of the range."""
    to_ms: int
    """First instant after it."""
    count: int
    """Executions it would create."""
    first_due_ms: int
    """The first due time; 0 for none."""
    last_due_ms: int
    """The last due time; 0 for none."""


class BackfillStarted(Event, frozen=True, gc=False, kw_only=True):
    """A backfill began."""

    backfill_id: str
    """The command's id."""
    from_ms: int
    """First instant of the range."""
    to_ms: int
    """First instant after it."""
    count: int
    """Executions it will create."""
    rate_per_minute: int
    """At most so many a minute."""


class BackfillEnded(Event, frozen=True, gc=False, kw_only=True):
    """A backfill has created all its executions."""

    backfill_id: str
    """The command's id."""
    created: int
    """How many."""
