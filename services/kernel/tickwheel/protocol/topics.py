"""Every topic of a cluster, declared once: what it is for, how it is partitioned, how long it is kept."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.catalogue import COMMANDS, CONTROL, EVENTS, LOGS, SIGNALS, STATS, WORKERS
from tickwheel.protocol.claims import AttemptClaim
from tickwheel.protocol.cluster import ClusterInitialised
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.message import Message
from tickwheel.protocol.outcomes import AttemptOutcome
from tickwheel.protocol.quarantine import QuarantinedRecord
from tickwheel.protocol.routing import LANES
from tickwheel.protocol.signals import JobDependencies
from tickwheel.protocol.vocabulary import Lane
from tickwheel.protocol.workers import HandlerRegistered

Partitioning = Literal["job", "mailbox", "single"]
"""job: P partitions by job id; mailbox: M partitions, freely chosen; single: one partition."""

Carries = tuple[type[Message], ...]

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
MAX_MESSAGE_BYTES = 1_179_648
"""What a topic takes: a record of 1 MiB, the most that is ever read, with room for its envelope."""

SYSTEM_QUEUE = "system"
"""The queue of Tickwheel's own jobs, such as the nightly clean-up."""

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
    key: str
    """What the key of a record is; empty for none."""
    carries: tuple[type[Message], ...]
    """The types of its records; none for the one that is internal."""
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
        self.health_changelog = f"{prefix}health-handlers-changelog"
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
                key="job id",
                carries=(AttemptDispatch,),
                partitioning="mailbox",
                config=_kept(7 * DAY_MS),
            )
            for lane in LANES
        ]

    def _inputs(self) -> list[Topic]:
        commands: list[tuple[str, Carries, str]] = [
            (self.commands(lane), COMMANDS, f"Commands, {lane} lane: the Kafka front door.") for lane in LANES
        ]
        others: list[tuple[str, Carries, str]] = [
            (self.claims, (AttemptClaim,), "Workers take attempts."),
            (self.outcomes, (AttemptOutcome,), "Workers report how attempts ended. Consume it downstream."),
            (self.signals, SIGNALS, "One job's owner tells another's: dependencies and completions."),
        ]
        return [_of_jobs(*line, config=_kept(7 * DAY_MS)) for line in [*commands, *others]]

    def _journal(self) -> list[Topic]:
        return [
            _of_jobs(
                self.events,
                EVENTS,
                "The journal: every fact about every job, complete and in order.",
                config=FOR_EVER,
            ),
            _of_jobs(
                self.state,
                (),
                "Internal: the latest state of each job and live execution, for a quick restore.",
                config=COMPACTED,
            ),
            _of_jobs(
                self.dead_letter, (DeadLetter,), "Executions that failed for good.", config=_kept(30 * DAY_MS)
            ),
            _of_jobs(self.logs, LOGS, "Log lines and progress of handlers.", config=_kept(7 * DAY_MS)),
        ]

    def _shared_tables(self) -> list[Topic]:
        """Small tables that everyone follows whole."""
        tables: list[tuple[str, str, Carries, str]] = [
            (self.workers, "worker id", WORKERS, "Heartbeats: who is alive and what they could take."),
            (
                self.handlers,
                "handler",
                (HandlerRegistered,),
                "Handlers that workers have registered, with their payload schemas.",
            ),
            (
                self.handler_health,
                "handler",
                (HandlerHealth,),
                "Circuit-breaker verdicts and scale advice per handler.",
            ),
            (
                self.health_changelog,
                "handler",
                (),
                "Internal: what the stream behind handler-health remembers, for its restart.",
            ),
            (
                self.dependencies,
                "job id",
                (JobDependencies,),
                "Which job waits for which: the graph in which cycles are refused.",
            ),
            (self.calendars, "name", (CalendarDefinition,), "Named calendars and maintenance windows."),
            (self.cluster, "any", (ClusterInitialised,), "What was fixed when the cluster was initialised."),
        ]
        return [_single(*line, config=COMPACTED) for line in tables]

    def _reports(self) -> list[Topic]:
        reports: list[tuple[str, str, Carries, str, int]] = [
            (self.control, "worker id", CONTROL, "Recalls, cancellations and drains for workers.", DAY_MS),
            (
                self.quarantine,
                "that of the record",
                (QuarantinedRecord,),
                "Records that could not be read, as they were.",
                30 * DAY_MS,
            ),
            (
                self.handler_stats,
                "handler",
                STATS,
                "What each worker saw of each handler, once a second; what waits in each scheduler.",
                HOUR_MS,
            ),
        ]
        return [
            _single(name, key, carries, purpose, config=_kept(ms))
            for name, key, carries, purpose, ms in reports
        ]


def _of_jobs(name: str, carries: Carries, purpose: str, *, config: Mapping[str, str]) -> Topic:
    return Topic(name=name, purpose=purpose, key="job id", carries=carries, partitioning="job", config=config)


def _single(name: str, key: str, carries: Carries, purpose: str, *, config: Mapping[str, str]) -> Topic:
    return Topic(name=name, purpose=purpose, key=key, carries=carries, partitioning="single", config=config)
