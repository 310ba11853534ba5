"""What each service may do in Kafka, and nothing else: the list from which access-control lists are made."""

from collections.abc import Callable
from typing import Literal

import msgspec

from tickwheel.protocol.routing import LANES
from tickwheel.protocol.topics import Topics

READERS_GROUP = "tickwheel-reader"
"""Named by every reader that joins no group."""

Kind = Literal["topic", "group", "transactional-id"]
Operation = Literal["read", "write", "describe", "create"]
Service = Literal["scheduler", "worker", "projector", "api", "watch", "health", "housekeeping"]


class Right(msgspec.Struct, frozen=True, order=True):
    """One operation on one thing, or on everything whose name begins so."""

    kind: Kind
    name: str
    operation: Operation
    is_prefix: bool = False


def rights(service: Service, topics: Topics, queues: tuple[str, ...] = ("default",)) -> list[Right]:
    """All that a service needs. `queues` are those of a worker: one of another queue reads other mailboxes."""
    reads, writes = _USES[service](topics, queues)
    prefix = topics.prefix
    found = {Right("topic", name, "read") for name in (*reads, topics.cluster)}
    found |= {Right("topic", name, "write") for name in writes}
    found |= {Right("topic", right.name, "describe") for right in found}
    if service == "health":
        # faust asks for its changelog to be made, whether it is there or not.
        found.add(Right("topic", topics.health_changelog, "create"))
    for group in _GROUPS[service]:
        found.add(Right("group", prefix + group, "read", is_prefix=True))
    # Readers that join no group still name one: the client asks for its coordinator.
    found.add(Right("group", READERS_GROUP, "describe"))
    for name in _TRANSACTIONS[service]:
        found |= {
            Right("transactional-id", prefix + name, each, is_prefix=True) for each in ("write", "describe")
        }
    return sorted(found)


Uses = tuple[list[str], list[str]]
"""Topics that are read, topics that are written."""


def _commands(topics: Topics) -> list[str]:
    return [topics.commands(lane) for lane in LANES]


def _scheduler(topics: Topics, queues: tuple[str, ...]) -> Uses:
    shared = [topics.workers, topics.handler_health, topics.dependencies, topics.calendars]
    reads = [*topics.scheduler_inputs(), topics.state, *shared]
    # Its own inputs too: what came to the wrong partition is sent to the right one.
    own = [
        topics.events,
        topics.state,
        topics.control,
        topics.dead_letter,
        topics.quarantine,
        topics.handler_stats,
    ]
    tables = [topics.dependencies, topics.calendars]
    mailboxes = [name for queue in queues for name in topics.mailboxes(queue)]
    return reads, [*own, *tables, *mailboxes, *topics.scheduler_inputs()]


def _worker(topics: Topics, queues: tuple[str, ...]) -> Uses:
    mailboxes = [name for queue in queues for name in topics.mailboxes(queue)]
    # Claims and events are read to find out what became of a claim in doubt, and of a job declared in code.
    reads = [*mailboxes, topics.control, topics.handler_health, topics.claims, topics.events]
    reports = [
        topics.claims,
        topics.outcomes,
        topics.workers,
        topics.handlers,
        topics.logs,
        topics.handler_stats,
    ]
    return reads, [*reports, topics.quarantine, *_commands(topics)]


def _projector(topics: Topics, _queues: tuple[str, ...]) -> Uses:
    return [topics.events, topics.workers, topics.handlers, topics.handler_health, topics.logs], []


def _api(topics: Topics, _queues: tuple[str, ...]) -> Uses:
    return [topics.events, topics.workers], [*_commands(topics), topics.control]


def _watch(topics: Topics, _queues: tuple[str, ...]) -> Uses:
    return [topics.events, topics.logs, topics.handler_health], _commands(topics)


def _health(topics: Topics, _queues: tuple[str, ...]) -> Uses:
    return [topics.handler_stats, topics.health_changelog], [topics.handler_health, topics.health_changelog]


_USES: dict[Service, Callable[[Topics, tuple[str, ...]], Uses]] = {
    "scheduler": _scheduler,
    "worker": _worker,
    "projector": _projector,
    "api": _api,
    "watch": _watch,
    "health": _health,
    "housekeeping": _worker,
}
_GROUPS: dict[Service, tuple[str, ...]] = {
    "scheduler": ("scheduler",),
    "worker": ("worker",),
    "projector": ("projector",),
    "api": (),
    "watch": ("watch",),
    "health": ("health",),
    "housekeeping": ("worker",),
}
_TRANSACTIONS: dict[Service, tuple[str, ...]] = {
    "scheduler": ("scheduler.",),
    "worker": ("worker.",),
    "projector": (),
    "api": (),
    "watch": ("watch.",),
    "health": (),
    "housekeeping": ("worker.",),
}
SERVICES: tuple[Service, ...] = tuple(_USES)
