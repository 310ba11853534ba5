"""Every topic of a cluster, declared once: what it is for, how it is partitioned, how long it is kept."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from tickwheel.protocol.routing import LANES
from tickwheel.protocol.vocabulary import Lane

Partitioning = Literal["job", "mailbox", "single"]
"""job: P partitions by job id; mailbox: M partitions, freely chosen; single: one partition."""

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
FOR_EVER: Mapping[str, str] = {"cleanup.policy": "delete", "retention.ms": "-1"}
# Small segments, or compaction hardly ever happens: the newest segment is never compacted.
COMPACTED: Mapping[str, str] = {
    "cleanup.policy": "compact",
    "segment.ms": "600000",
    "segment.bytes": "33554432",
    "min.cleanable.dirty.ratio": "0.2",
    "delete.retention.ms": str(DAY_MS),
}


def _kept(ms: int) -> Mapping[str, str]:
    return {"cleanup.policy": "delete", "retention.ms": str(ms)}


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A topic as declared: `partitions` is not known before the cluster is."""

    name: str
    """Full name, prefix included."""
    purpose: str
    """One sentence for people."""
    partitioning: Partitioning
    config: Mapping[str, str]


class Topics:
    """The names of all topics under one prefix."""

    def __init__(self, prefix: str = "tickwheel.") -> None:
        self.prefix = prefix
        self.claims = f"{prefix}claims"
        self.outcomes = f"{prefix}outcomes"
        self.signals = f"{prefix}signals"
        self.events = f"{prefix}events"
        self.state = f"{prefix}state"
        self.workers = f"{prefix}workers"
        self.handlers = f"{prefix}handlers"
        self.control = f"{prefix}control"
        self.logs = f"{prefix}logs"
        self.dead_letter = f"{prefix}dead-letter"
        self.quarantine = f"{prefix}quarantine"
        self.handler_stats = f"{prefix}handler-stats"
        self.handler_health = f"{prefix}handler-health"
        self.dependencies = f"{prefix}dependencies"
        self.calendars = f"{prefix}calendars"
        self.cluster = f"{prefix}cluster"

    def commands(self, lane: Lane) -> str:
        return f"{self.prefix}commands.{lane}"

    def executions(self, queue: str, lane: Lane) -> str:
        return f"{self.prefix}executions.{queue}.{lane}"

    def scheduler_inputs(self) -> list[str]:
        """What the owner of a partition reads, all co-partitioned by job id."""
        return [*(self.commands(lane) for lane in LANES), self.claims, self.outcomes, self.signals]

    def mailboxes(self, queue: str) -> list[str]:
        """What a worker of this queue reads."""
        return [self.executions(queue, lane) for lane in LANES]

    def declared(self, queues: tuple[str, ...] = ("default",)) -> list[Topic]:
        return [
            *self._inputs(),
            *self._journal(),
            *self._shared_tables(),
            *self._reports(),
            *(topic for queue in queues for topic in self.of_queue(queue)),
        ]

    def of_queue(self, queue: str) -> list[Topic]:
        return [
            Topic(
                name=self.executions(queue, lane),
                purpose=f"Mailboxes of the workers of queue {queue}, {lane} lane.",
                partitioning="mailbox",
                config=_kept(7 * DAY_MS),
            )
            for lane in LANES
        ]

    def _inputs(self) -> list[Topic]:
        commands = [(self.commands(lane), f"Commands, {lane} lane: the Kafka front door.") for lane in LANES]
        others = [
            (self.claims, "Workers take attempts."),
            (self.outcomes, "Workers report how attempts ended. Consume it downstream."),
            (self.signals, "One job's owner tells another's: dependencies and completions."),
        ]
        return [
            Topic(name=name, purpose=purpose, partitioning="job", config=_kept(7 * DAY_MS))
            for name, purpose in [*commands, *others]
        ]

    def _journal(self) -> list[Topic]:
        return [
            Topic(
                name=self.events,
                purpose="The journal: every fact about every job, complete and in order.",
                partitioning="job",
                config=FOR_EVER,
            ),
            Topic(
                name=self.state,
                purpose="Internal: the latest state of each job and live execution, for a quick restore.",
                partitioning="job",
                config=COMPACTED,
            ),
            Topic(
                name=self.dead_letter,
                purpose="Executions that failed for good.",
                partitioning="job",
                config=_kept(30 * DAY_MS),
            ),
        ]

    def _shared_tables(self) -> list[Topic]:
        """Small tables that everyone follows whole."""
        tables = [
            (self.workers, "Heartbeats: who is alive and what they could take."),
            (self.handlers, "Handlers that workers have registered, with their payload schemas."),
            (self.handler_health, "Circuit-breaker verdicts and scale advice per handler."),
            (self.dependencies, "Which job waits for which: the graph in which cycles are refused."),
            (self.calendars, "Named calendars and maintenance windows."),
            (self.cluster, "What was fixed when the cluster was initialised."),
        ]
        return [
            Topic(name=name, purpose=purpose, partitioning="single", config=COMPACTED)
            for name, purpose in tables
        ]

    def _reports(self) -> list[Topic]:
        return [
            Topic(
                name=self.control,
                purpose="Recalls, cancellations and drains for workers.",
                partitioning="single",
                config=_kept(DAY_MS),
            ),
            Topic(
                name=self.logs,
                purpose="Log lines and progress of handlers.",
                partitioning="job",
                config=_kept(7 * DAY_MS),
            ),
            Topic(
                name=self.quarantine,
                purpose="Records that could not be read, as they were.",
                partitioning="single",
                config=_kept(30 * DAY_MS),
            ),
            Topic(
                name=self.handler_stats,
                purpose="What each worker saw of each handler, once a second.",
                partitioning="single",
                config=_kept(HOUR_MS),
            ),
        ]
