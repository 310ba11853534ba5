"""Facts about a job itself."""

from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.vocabulary import CatchUp


class JobCreated(Event, frozen=True, gc=False, kw_only=True):
    """A job was made."""

    definition: JobDefinition
    """The job."""
    version: int
    """Version of the definition: 1."""
    next_due_ms: int
    """Its next due time; 0 for none."""
    tzdata_version: str
    """The zone data that its due times were computed with."""


class JobUpdated(Event, frozen=True, gc=False, kw_only=True):
    """A job's definition was replaced."""

    definition: JobDefinition
    """The new definition."""
    version: int
    """Version of the definition."""
    next_due_ms: int
    """Its next due time; 0 for none."""
    tzdata_version: str
    """The zone data that its due times were computed with."""


class JobPaused(Event, frozen=True, gc=False, kw_only=True):
    """A job's schedule was stopped."""

    reason: str
    """Why, for people."""
    automatic: bool
    """True if it paused itself after repeated failures."""


class JobResumed(Event, frozen=True, gc=False, kw_only=True):
    """A paused job's schedule goes on."""

    missed: CatchUp
    """What was done with the due times of the pause."""
    next_due_ms: int
    """Its next due time; 0 for none."""


class JobDeleted(Event, frozen=True, gc=False, kw_only=True):
    """A job was ended for good."""


class JobRetired(Event, frozen=True, gc=False, kw_only=True):
    """An ended job was forgotten by the scheduler; its name is free again and its history stays in the log. A later JobCreated starts at sequence 1."""
