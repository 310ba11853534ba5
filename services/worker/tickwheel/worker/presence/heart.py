"""Heartbeats: every two seconds, and at once when something changed that placement should know."""

import socket
from collections.abc import Sequence
from functools import partial

from tickwheel.protocol.topics import Topics
from tickwheel.protocol.workers import HandlerRegistered, Mailbox, WorkerHeartbeat, WorkerStopped
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.runtime.version import version
from tickwheel.worker.floor.floor import Floor
from tickwheel.worker.floor.load import Load
from tickwheel.worker.presence.identity import Identity
from tickwheel.worker.presence.lease import Lease
from tickwheel.worker.presence.outbox import Outbox
from tickwheel.worker.sdk.handler import Handler

COALESCE_S = 0.1
"""Changes of load within this time share one heartbeat."""

TELLING = 0.1
"""A change of load by this share of the credit is worth a heartbeat."""


class Heart:
    """Called by the starter thread alone, but for `announce` and `mailboxes`, which only set a flag."""

    def __init__(
        self,
        *,
        settings: WorkerGroup,
        identity: Identity,
        lease: Lease,
        floor: Floor,
        outbox: Outbox,
        topics: Topics,
        clock: Clock,
        handlers: Sequence[Handler],
        address: str = "",
    ) -> None:
        self._settings = settings
        self._identity = identity
        self._lease = lease
        self._floor = floor
        self._outbox = outbox
        self._topics = topics
        self._clock = clock
        self._handlers = tuple(handlers)
        self._names = tuple(sorted(handler.name for handler in handlers))
        self._address = address
        self._hostname = socket.gethostname()
        self._started_at_ms = clock.now_ms()
        self._mailboxes: tuple[Mailbox, ...] = ()
        self._draining = False
        self._number = 0
        self._sent_at = float("-inf")
        self._sent_load = Load(0, 0, 0, 0)
        self._changed = True

    def own(self, mailboxes: Sequence[TopicPartition]) -> None:
        """These mailboxes, and no others, are this worker's."""
        self._mailboxes = tuple(Mailbox(topic=topic, partition=partition) for topic, partition in mailboxes)
        self._changed = True

    def drain(self) -> None:
        self._draining = True
        self._changed = True

    def register_handlers(self) -> None:
        """Tell everyone which handlers can be run here, and what their payloads look like."""
        for handler in self._handlers:
            registered = HandlerRegistered(
                handler=handler.name,
                payload_schema=handler.payload_schema,
                kind=handler.kind,
                description=handler.description,
                worker_id=self._identity.worker_id,
                registered_at_ms=self._clock.now_ms(),
            )
            self._outbox.send(self._topics.handlers, 0, handler.name, registered)

    def beat_if_due(self) -> None:
        now = self._clock.monotonic()
        since_s = now - self._sent_at
        if since_s * 1_000 >= self._settings.heartbeat_interval_ms or self._changed:
            self.beat(self._floor.load())
        elif since_s >= COALESCE_S:
            load = self._floor.load()
            if self._is_news(load):
                self.beat(load)

    def beat(self, load: Load) -> None:
        self._changed = False
        self._sent_at = self._clock.monotonic()
        self._sent_load = load
        self._number += 1
        worker_id = self._identity.worker_id
        self._outbox.send_once(
            self._topics.workers,
            0,
            worker_id,
            self._heartbeat(load),
            on_delivery=partial(self._acknowledged, worker_id, self._sent_at),
        )

    def renew(self) -> None:
        """Begin a new incarnation: the old one's lease runs out by itself."""
        self._lease.give_up()
        self._identity.renew()
        self._changed = True

    def say_stopped(self, reason: str) -> None:
        stopped = WorkerStopped(
            worker_id=self._identity.worker_id, reason=reason, stopped_at_ms=self._clock.now_ms()
        )
        self._outbox.send(self._topics.workers, 0, self._identity.worker_id, stopped)

    def _is_news(self, load: Load) -> bool:
        """Whether placement would choose otherwise if it knew."""
        last = self._sent_load
        if (load.running >= self._settings.slots) != (last.running >= self._settings.slots):
            return True
        step = max(1.0, TELLING * last.credit)
        return abs(load.held - last.held) >= step or abs(load.credit - last.credit) >= step

    def _heartbeat(self, load: Load) -> WorkerHeartbeat:
        resources = self._floor.resources
        return WorkerHeartbeat(
            worker_id=self._identity.worker_id,
            instance=self._identity.instance,
            hostname=self._hostname,
            address=self._address,
            version=version(),
            queue=self._settings.queue,
            labels=resources.labels,
            handlers=self._names,
            mailboxes=self._mailboxes,
            slots=self._settings.slots,
            running=load.running,
            held=load.held,
            credit=0 if self._draining else load.credit,
            cpu_milli=resources.free("cpu_milli"),
            memory_mib=resources.free("memory_mib"),
            disk_mib=resources.free("disk_mib"),
            extra_resources=resources.free_extras(),
            draining=self._draining,
            started_at_ms=self._started_at_ms,
            sent_at_ms=self._clock.now_ms(),
            number=self._number,
            lease_ms=self._lease.lease_ms,
        )

    def _acknowledged(
        self, worker_id: str, sent_at: float, error: LogError | None, where: TopicPartition, offset: int
    ) -> None:
        metrics.WORKER_HEARTBEATS.labels("failed" if error else "acknowledged").inc()
        if error is None and worker_id == self._identity.worker_id:
            self._lease.acknowledged(sent_at)
