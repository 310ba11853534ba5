"""Message type -> what it means for the tables, for the topics beside the journal.

These are what workers say. Nobody vouches for them, and nothing is lost for good if one cannot be read: it is passed over
and counted, where an event would stop its partition.
"""

from collections.abc import Callable
from typing import Any

from tickwheel.projector.changes import Changes
from tickwheel.projector.fold import log, worker
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.logs import ExecutionLogged, ProgressReported
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.workers import HandlerRegistered, WorkerHeartbeat, WorkerStopped

REPORTS: dict[type[Message], Callable[[Changes, Any], None]] = {
    WorkerHeartbeat: worker.heartbeat,
    WorkerStopped: worker.stopped,
    HandlerRegistered: worker.handler_registered,
    HandlerHealth: worker.handler_health,
    ExecutionLogged: log.logged,
    ProgressReported: log.progressed,
}


def report_topics(topics: Topics) -> list[str]:
    return [topics.workers, topics.handlers, topics.handler_health, topics.logs]


def fold_report(changes: Changes, message: Message) -> None:
    REPORTS[type(message)](changes, message)
