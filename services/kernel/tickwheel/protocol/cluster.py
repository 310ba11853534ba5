"""What is fixed when a cluster is initialised."""

from tickwheel.protocol.message import Message


class ClusterInitialised(Message, frozen=True, gc=False, kw_only=True):
    """Fixed for the life of a cluster."""

    partitions: int
    """P: partitions of commands, claims, outcomes, signals, events and state."""
    mailboxes: int
    """M: partitions of each executions topic."""
    namespace: str
    """Namespace of job names."""
    initialised_at_ms: int
    """When."""
    version: str
    """Tickwheel version that did it."""
