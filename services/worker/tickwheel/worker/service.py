"""The worker as a service: start, run_once, stop. The calling thread owns the mailboxes and their transactions."""

import threading
from collections.abc import Sequence

from tickwheel.protocol.control import DrainWorker
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock, SystemClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import FreshIds, RandomIds
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.settings import WorkerSettings
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.runtime.tracing import tracing_of
from tickwheel.worker.declaration import Declaration
from tickwheel.worker.floor import ending
from tickwheel.worker.parts import MakeRunner, Parts
from tickwheel.worker.presence.outbox import GATHER_S
from tickwheel.worker.presence.spans import RunSpans
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.starter import Starter

log = logs.logger(__name__)

FIRST_HEARTBEAT_S = 10.0
STOP_GRACE_S = 6.0
FLUSH_S = 10.0
WAIT_S = 0.05


class Worker:
    """With `threaded=False` nothing happens between two calls of `run_once`: that is how the simulation drives it."""

    name = "worker"

    def __init__(
        self,
        *,
        settings: WorkerSettings,
        log: Log,
        handlers: Sequence[Handler],
        declared: Sequence[JobDefinition] = (),
        codec: Codec | None = None,
        clock: Clock | None = None,
        ids: FreshIds | None = None,
        make_runner: MakeRunner | None = None,
        threaded: bool = True,
    ) -> None:
        self._settings = settings
        self._log = log
        self._handlers = tuple(handlers)
        self._declared = tuple(declared)
        self._codec = codec or Codec()
        self._clock = clock or SystemClock()
        self._ids = ids or RandomIds()
        self._make_runner = make_runner
        self._threaded = threaded
        self._stop_requested: threading.Event | None = None
        self._address = ""
        self._drain_ms = settings.worker.drain_deadline_ms
        self._parts: Parts | None = None
        self._starter: Starter | None = None

    @property
    def parts(self) -> Parts:
        if self._parts is None:
            raise RuntimeError("start() comes first")
        return self._parts

    def settle(self, stop: threading.Event, address: str) -> None:
        """`stop` is set when it is told to drain, or is worn."""
        self._stop_requested, self._address = stop, address

    def start(self) -> None:
        """Ready means: the cluster is the right one, all recalls are known, and the first heartbeat is acknowledged."""
        if self._parts is None:
            self._parts = self._assemble()
        parts = self._parts
        parts.control.start()
        parts.claims.start()
        parts.heart.register_handlers()
        if self._threaded and self._starter is None:
            self._starter = Starter(self._clock, parts.pulse, parts.woken)
            self._starter.start()
        self._await_lease(parts)
        if self._declared:
            threading.Thread(target=self._declare, name="declare", daemon=True).start()
        log.info(
            "The worker takes work",
            worker=parts.identity.worker_id,
            queue=self._settings.worker.queue,
            slots=self._settings.worker.slots,
            handlers=len(self._handlers),
        )

    def run_once(self) -> None:
        """Hear what schedulers say, then claim what has arrived."""
        parts = self.parts
        wait_s = WAIT_S if self._threaded else 0.0
        if self._starter is not None and not self._starter.is_alive():
            raise RuntimeError("the starter thread has ended: the worker cannot go on")
        if parts.lease.may_start():
            parts.control.run_once()
            parts.claims.run_once(wait_s)
        else:
            parts.control.run_once(wait_s)
        if not self._threaded:
            parts.pulse.run_once()

    def why_not_ready(self) -> str:
        parts = self._parts
        if parts is None or parts.lease.may_start():
            return ""
        return "no heartbeat was acknowledged lately, so it takes no work: see whether Kafka runs"

    def stop(self) -> None:
        """Drain: hand back what has not started, let finish what runs until the deadline, then say good-bye."""
        parts, self._parts = self._parts, None
        if parts is None:
            return
        try:
            self._drain(parts)
        finally:
            if self._starter is not None:
                self._starter.stop()
            parts.runner.close(1.0)
            self._say_goodbye(parts)
            if parts.spans is not None:
                parts.spans.close()

    def _assemble(self) -> Parts:
        kafka = self._settings.kafka
        topics = Topics(kafka.topic_prefix)
        layout = Layout.of(kafka)
        cluster = Cluster(self._log, topics, self._codec, clock=self._clock, ids=self._ids)
        fixed = cluster.check(layout)
        ClusterTopics(self._log.admin(), topics, cluster, layout).ensure_queue(self._settings.worker.queue)
        tracing = tracing_of("worker", self._settings.tracing)
        return Parts(
            settings=self._settings.worker,
            source=self._log,
            topics=topics,
            codec=self._codec,
            clock=self._clock,
            ids=self._ids,
            handlers=self._handlers,
            partitions=fixed.partitions,
            on_drain=self._on_drain,
            on_worn=self._ask_for_the_end,
            make_runner=self._make_runner,
            # Where time stands still between two rounds nothing may wait for time to pass.
            gather_s=GATHER_S if self._threaded else 0.0,
            address=self._address,
            spans=None if tracing is None else RunSpans(tracing),
        )

    def _declare(self) -> None:
        """Beside the work: the worker must not wait for a scheduler."""
        kafka = self._settings.kafka
        declaration = Declaration(
            self._log,
            Topics(kafka.topic_prefix),
            self._codec,
            self._clock,
            namespace=kafka.namespace,
            partitions=kafka.partitions,
            actor=f"worker:{self._settings.worker.instance_id}",
            start=self._ids.uuid(),
        )
        try:
            declaration.apply(self._declared)
        except LogError as fault:
            log.warning("Declared jobs could not be sent; the next start sends them again", fault=str(fault))

    def _await_lease(self, parts: Parts) -> None:
        deadline = self._clock.monotonic() + FIRST_HEARTBEAT_S
        while not parts.lease.may_start():
            if not self._threaded:
                parts.pulse.run_once()
            elif self._clock.monotonic() > deadline:
                raise RetriableError(f"no heartbeat was acknowledged within {FIRST_HEARTBEAT_S:.0f} s")
            parts.outbox.serve()
            parts.control.run_once(0.01)

    def _on_drain(self, order: DrainWorker) -> None:
        log.info("Asked to drain", actor=order.actor, deadline_ms=order.deadline_ms)
        self._drain_ms = order.deadline_ms
        self._ask_for_the_end()

    def _ask_for_the_end(self) -> None:
        if self._stop_requested is not None:
            self._stop_requested.set()

    def _drain(self, parts: Parts) -> None:
        parts.floor.close_doors()
        parts.heart.drain()
        handed_back = parts.floor.hand_back(ending.DRAINING)
        parts.claims.close()
        parts.heart.own(())
        log.info("Draining before the end", handed_back=handed_back, running=parts.floor.load().running)
        self._wait_for_handlers(parts, self._drain_ms / 1_000)
        if parts.floor.load().running:
            parts.floor.stop_running("drained")
            self._wait_for_handlers(parts, STOP_GRACE_S)

    def _wait_for_handlers(self, parts: Parts, timeout_s: float) -> None:
        """A cancellation must still get through while the last handlers run."""
        deadline = self._clock.monotonic() + timeout_s
        while parts.floor.load().running and self._clock.monotonic() < deadline:
            if not self._threaded:
                parts.pulse.run_once()
            parts.control.run_once(WAIT_S)

    def _say_goodbye(self, parts: Parts) -> None:
        try:
            parts.control.close()
            # What it says now ends its attempts: their outcomes must be there before.
            left = parts.outbox.flush(FLUSH_S)
            if not left and not parts.floor.load().running:
                parts.heart.say_stopped("drained")
                left = parts.outbox.flush(FLUSH_S)
            if left:
                log.warning("Records were not acknowledged before the end", records=left)
        except LogError as fault:
            log.warning("The last records may not have been sent", fault=str(fault))
        finally:
            parts.outbox.close()
