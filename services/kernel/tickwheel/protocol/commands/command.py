"""What every command carries."""

from tickwheel.protocol.message import Message


class Command(Message, frozen=True, gc=False, kw_only=True):
    """A wish of somebody, decided by the one scheduler that owns the job."""

    command_id: str
    """Unique id of this command; the same id sent again within an hour gets the first answer again."""
    actor: str = ""
    """Who wants it, as shown in the audit."""
    issued_at_ms: int = 0
    """When it was issued, epoch milliseconds; 0 if the sender did not say."""


class JobCommand(Command, frozen=True, gc=False, kw_only=True):
    """A command about a job that exists."""

    job: str
    """The job: its UUID or its name in the cluster's namespace."""
