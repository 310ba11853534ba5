"""One thing that happened, as streams carry it."""

import msgspec

from tickwheel.protocol.events.dead_letter import (
    DeadLetterDismissed,
    DeadLetterExpired,
    DeadLetterRedriven,
)
from tickwheel.protocol.events.event import Event, ExecutionEvent
from tickwheel.protocol.events.job import (
    JobCreated,
    JobDeleted,
    JobPaused,
    JobResumed,
    JobRetired,
    JobUpdated,
)
from tickwheel.protocol.message import Message
from tickwheel.protocol.workers import WorkerHeartbeat, WorkerStopped

JOBS = (JobCreated, JobUpdated, JobPaused, JobResumed, JobDeleted, JobRetired)
EXECUTIONS = (ExecutionEvent, DeadLetterRedriven, DeadLetterDismissed, DeadLetterExpired)
WORKERS = (WorkerHeartbeat, WorkerStopped)
CHANNELS = ("jobs", "executions", "workers")
JOB_CHANNEL = "job:"


class LiveMessage(msgspec.Struct, frozen=True):
    id: str
    """Where the stream stands after it; a client that comes back with it misses nothing."""
    channels: frozenset[str]
    job_id: str
    """Empty for what concerns no job."""
    owner: str | None
    """The owner of the job, where the event tells it."""
    type: str
    data: bytes
    """JSON."""

    def as_sse(self) -> bytes:
        return b"id: %b\nevent: %b\ndata: %b\n\n" % (self.id.encode(), self.type.encode(), self.data)

    def as_json(self) -> bytes:
        channels = msgspec.json.encode(sorted(self.channels))
        return b'{"id":"%b","type":"%b","channels":%b,"data":%b}' % (
            self.id.encode(),
            self.type.encode(),
            channels,
            self.data,
        )


def of(message: Message, stream_id: str) -> LiveMessage:
    owner = message.definition.owner if isinstance(message, JobCreated | JobUpdated) else None
    job_id = message.job_id if isinstance(message, Event) else ""
    return LiveMessage(
        stream_id,
        _channels(message, job_id),
        job_id,
        owner,
        type(message).__name__,
        msgspec.json.encode(message),
    )


def _channels(message: Message, job_id: str) -> frozenset[str]:
    own = {f"{JOB_CHANNEL}{job_id}"} if job_id else set()
    if isinstance(message, JOBS):
        return frozenset(own | {"jobs"})
    if isinstance(message, EXECUTIONS):
        return frozenset(own | {"executions"})
    return frozenset(own | {"workers"} if isinstance(message, WORKERS) else own)
