"""One attempt that this worker has claimed, from its claim to its outcome."""

from typing import Literal

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.worker.sdk.context import JobContext
from tickwheel.worker.sdk.handler import Handler

State = Literal["parked", "ready", "short", "running", "stopping", "abandoned", "ended"]
"""parked ─> ready (or short: of resources) ─> running ─> ended
      └────────┴──────┐  └─> stopping ─> ended        the handler obeyed in time
                      └─> ended    └─> abandoned ─> ended   it did not: reported without it, its slot stays taken
"""

StopReason = Literal["timed_out", "cancelled", "drained", "fenced"]

Key = tuple[str, int]
"""(execution id, attempt): also the fencing token that handlers get."""


class Held:
    """Mutable on purpose, and owned by the floor: nobody else writes to it but the runner its start time."""

    __slots__ = (
        "admitted_at_ms",
        "context",
        "dispatch",
        "handler",
        "key",
        "partition",
        "started_at_ms",
        "state",
        "stop",
        "stop_at_ms",
        "warned",
        "worker_id",
    )

    def __init__(
        self, dispatch: AttemptDispatch, handler: Handler | None, worker_id: str, partition: int
    ) -> None:
        self.dispatch = dispatch
        self.handler = handler
        """None if no such handler is registered here: the attempt is handed back."""
        self.worker_id = worker_id
        """The incarnation that claimed it: its outcome is given in that name, even after a new lease."""
        self.partition = partition
        """Partition of its job in every topic keyed by job."""
        self.key: Key = (dispatch.execution_id, dispatch.attempt)
        self.state: State = "parked"
        self.stop: StopReason | None = None
        self.admitted_at_ms = 0
        self.started_at_ms = 0
        self.stop_at_ms = 0
        """When it is warned or its time is up (running), or when the floor gives it up (stopping)."""
        self.warned = False
        self.context: JobContext | None = None
        """Of its run: one for everybody who speaks in it, so that no two lines have one number."""
