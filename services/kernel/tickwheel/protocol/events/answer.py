"""Answers to commands that changed nothing. They take no sequence number of their own."""

from tickwheel.protocol.events.event import Event


class CommandRejected(Event, frozen=True, gc=False, kw_only=True):
    """A command was refused; nothing changed. The sequence is that of the job's last event."""

    command_type: str
    """Type of the command."""
    code: str
    """Closed set of words, such as not_found, conflict, invalid."""
    field: str
    """The field at fault, or empty."""
    message: str
    """A sentence for people."""


class CommandRepeated(Event, frozen=True, gc=False, kw_only=True):
    """A command came again and changed nothing. The sequence is that of the event that answered it first."""

    command_type: str
    """Type of the command."""
    execution_id: str
    """The execution that the first one made, or empty."""
    version: int
    """Version of the definition after the first one."""
