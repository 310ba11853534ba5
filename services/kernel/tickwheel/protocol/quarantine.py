"""A record that could not be read, kept as it was."""

from tickwheel.protocol.message import Message


class QuarantinedRecord(Message, frozen=True, gc=False, kw_only=True):
    """A record that could not be read, as it was."""

    topic: str
    """Where it stood."""
    partition: int
    """Its partition."""
    offset: int
    """Its offset."""
    key: bytes
    """Its key; empty if it had none."""
    value: bytes
    """Its value."""
    error: str
    """What was wrong, and what would be right."""
    at_ms: int
    """When it was found."""
    found_by: str
    """Service that found it."""
