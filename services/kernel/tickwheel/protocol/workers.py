"""What workers say of themselves."""

from tickwheel.protocol.message import Message


class Mailbox(Message, frozen=True, gc=False, kw_only=True):
    """A mailbox that a worker owns."""

    topic: str
    """Topic, which names queue and lane."""
    partition: int
    """Partition."""


class WorkerHeartbeat(Message, frozen=True, gc=False, kw_only=True):
    """A worker is alive, and what it could take. Its acknowledgement renews the lease."""

    worker_id: str
    """The worker's incarnation: new at each start. Also the key."""
    instance: str
    """Its stable name."""
    hostname: str
    """Host."""
    address: str
    """Where its metrics are, or empty."""
    version: str
    """Tickwheel version."""
    queue: str
    """The queue it serves."""
    labels: dict[str, str]
    """Its labels."""
    handlers: tuple[str, ...]
    """Handlers it can run."""
    mailboxes: tuple[Mailbox, ...]
    """Mailboxes it owns now."""
    slots: int
    """Handlers it can run at once."""
    running: int
    """Handlers running now."""
    held: int
    """Attempts claimed and not ended: running, parked and waiting."""
    credit: int
    """Attempts it wants to hold at most."""
    cpu_milli: int
    """CPU free."""
    memory_mib: int
    """Memory free, MiB."""
    disk_mib: int
    """Disk free, MiB."""
    extra_resources: dict[str, int]
    """Named resources free."""
    draining: bool
    """Takes no new work."""
    started_at_ms: int
    """When it started."""
    sent_at_ms: int
    """When this was sent, by its clock."""
    number: int
    """Counts its heartbeats."""
    lease_ms: int
    """It stops its handlers before this long has passed since the last acknowledged heartbeat."""


class HandlerRegistered(Message, frozen=True, gc=False, kw_only=True):
    """A handler that a worker can run, and what its payload looks like."""

    handler: str
    """The handler. Also the key."""
    payload_schema: str
    """JSON Schema of the payload as text, or empty."""
    kind: str
    """async, thread, process, http or command."""
    description: str
    """First line of its documentation."""
    worker_id: str
    """Who registered it last."""
    registered_at_ms: int
    """When."""


class WorkerStopped(Message, frozen=True, gc=False, kw_only=True):
    """A worker has ended in good order: it runs nothing any more."""

    worker_id: str
    """The worker's incarnation. Also the key."""
    reason: str
    """Why, for people."""
    stopped_at_ms: int
    """When."""
