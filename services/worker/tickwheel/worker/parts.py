"""Puts a worker together from its parts. The composition root of everything but Kafka itself."""

import threading
from collections.abc import Callable, Mapping, Sequence

from tickwheel.protocol.logs import TIME_OUT_IS_NEAR
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import FreshIds
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.settings.group import cores
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.worker.floor.ending import Ended
from tickwheel.worker.floor.floor import WARN_PERCENT, Floor
from tickwheel.worker.floor.held import Held
from tickwheel.worker.floor.resources import Resources
from tickwheel.worker.health.breakers import Breakers
from tickwheel.worker.health.stats import Stats
from tickwheel.worker.intake.claims import ClaimLoop
from tickwheel.worker.intake.control import Control, OnDrain
from tickwheel.worker.intake.recalls import Recalls
from tickwheel.worker.presence.heart import Heart
from tickwheel.worker.presence.identity import Identity
from tickwheel.worker.presence.lease import Lease
from tickwheel.worker.presence.outbox import GATHER_S, Outbox
from tickwheel.worker.presence.pulse import Pulse
from tickwheel.worker.presence.reports import Reports
from tickwheel.worker.presence.spans import RunSpans
from tickwheel.worker.presence.voice import LogVoice
from tickwheel.worker.presence.wear import Wear
from tickwheel.worker.runners.async_runner import AsyncRunner
from tickwheel.worker.runners.by_kind import RunnerByKind
from tickwheel.worker.runners.invocation import context_of
from tickwheel.worker.runners.port import MayStart, OnFinished, Runner
from tickwheel.worker.runners.process import memory
from tickwheel.worker.runners.process.pool import Care
from tickwheel.worker.runners.process.runner import ProcessRunner
from tickwheel.worker.runners.thread_runner import ThreadRunner
from tickwheel.worker.sdk.context import Voice
from tickwheel.worker.sdk.handler import Handler, Kind

log = logs.logger(__name__)

LINGER_MS = 2
"""The outbox hands over flocks: a request has to wait for the rest of its flock, and no longer."""

MakeRunner = Callable[[OnFinished], Runner]


class Parts:
    """All parts of one worker, wired; nothing of it has started."""

    def __init__(
        self,
        *,
        settings: WorkerGroup,
        source: Log,
        topics: Topics,
        codec: Codec,
        clock: Clock,
        ids: FreshIds,
        handlers: Sequence[Handler],
        partitions: int,
        on_drain: OnDrain,
        on_worn: Callable[[], None] = lambda: None,
        make_runner: MakeRunner | None = None,
        gather_s: float = GATHER_S,
        address: str = "",
        spans: RunSpans | None = None,
    ) -> None:
        self.spans = spans
        self.woken = threading.Event()
        self.identity = Identity(settings.instance_id, ids)
        self.lease = Lease(clock, settings.lease_ms)
        self.outbox = Outbox(source.producer(linger_ms=LINGER_MS), codec, clock, gather_s)
        self.reports = Reports(self.outbox, topics, clock)
        self.voice = LogVoice(self.outbox, topics, clock)
        make_runner = make_runner or runners_for(handlers, clock, settings, self.voice, self.lease.may_start)
        self.runner = make_runner(self._finished)
        self.breakers = Breakers(clock)
        self.stats = Stats(self.outbox, topics, clock, self.identity)
        self.floor = Floor(
            clock=clock,
            runner=self.runner,
            report=self._report,
            gate=self.breakers.gate,
            slots=settings.slots,
            resources=resources_of(settings),
            may_start=self.lease.may_start,
            incarnation=lambda: self.identity.worker_id,
            wake=self.woken.set,
            warn=self._warn,
        )
        self.heart = Heart(
            settings=settings,
            identity=self.identity,
            lease=self.lease,
            floor=self.floor,
            outbox=self.outbox,
            topics=topics,
            clock=clock,
            handlers=handlers,
            address=address,
        )
        self.wear = Wear(settings, self.floor, clock, on_worn, memory.held_mib)
        self.pulse = Pulse(
            clock=clock,
            floor=self.floor,
            heart=self.heart,
            lease=self.lease,
            outbox=self.outbox,
            chores=(self.stats.publish_if_due, self.wear.look),
        )
        recalls = Recalls()
        self.control = Control(
            log=source,
            topics=topics,
            codec=codec,
            identity=self.identity,
            floor=self.floor,
            recalls=recalls,
            on_drain=on_drain,
            on_verdict=self.breakers.hear,
        )
        self.claims = ClaimLoop(
            log=source,
            topics=topics,
            codec=codec,
            clock=clock,
            queue=settings.queue,
            partitions=partitions,
            identity=self.identity,
            floor=self.floor,
            recalls=recalls,
            report=self.reports.report,
            handlers=by_name(handlers),
            on_owned=self.heart.own,
        )

    def _report(self, ended: Sequence[Ended]) -> None:
        """Every ending goes out; those of attempts that ran also count for the health of their handler."""
        self.reports.report(ended)
        ran = [each for each in ended if each[0].started_at_ms]
        if ran:
            self.stats.ended(ran)
            self.breakers.ended(ran)
            if self.spans is not None:
                self.spans.ended(ran)
        if len(ran) != len(ended):
            self.breakers.let_go([each for each in ended if not each[0].started_at_ms])

    def _warn(self, held: Held) -> None:
        """In the worker's log and in the execution's own, where its author looks."""
        job, left_ms = held.dispatch, held.dispatch.timeout_ms * (100 - WARN_PERCENT) // 100
        log.warning("A run has used up most of its time-out", execution=job.execution_id, handler=job.handler)
        message = f"{TIME_OUT_IS_NEAR}: it is stopped in {left_ms} ms"
        context_of(held, self.voice).log(message, level="warning")

    def _finished(self, ended: Sequence[Ended]) -> None:
        """Runners are made before the floor they report to."""
        self.floor.finished(ended)


def resources_of(settings: WorkerGroup) -> Resources:
    return Resources(
        cpu_milli=settings.cpu_milli,
        memory_mib=settings.memory_mib,
        disk_mib=settings.disk_mib,
        extras=settings.extras,
        labels=settings.labels,
    )


def care_of(settings: WorkerGroup) -> Care:
    return Care(
        warm=min(settings.slots, 2 * cores()),
        most=settings.slots,
        max_jobs=settings.process_max_jobs,
        recycle_mib=settings.process_recycle_mib,
        memory_mib=settings.process_memory_mib,
    )


def by_name(handlers: Sequence[Handler]) -> Mapping[str, Handler]:
    return {handler.name: handler for handler in handlers}


def runners_for(
    handlers: Sequence[Handler], clock: Clock, settings: WorkerGroup, voice: Voice, may_start: MayStart
) -> MakeRunner:
    """The runners that these handlers need, and no others: processes are kept warm only where some handler wants them."""

    def make(on_finished: OnFinished) -> Runner:
        on_loop = AsyncRunner(clock, on_finished, voice, may_start)
        runners: dict[Kind, Runner] = {"async": on_loop, "http": on_loop, "command": on_loop}
        kinds = {handler.kind for handler in handlers}
        in_processes = [handler for handler in handlers if handler.kind == "process"]
        if "thread" in kinds:
            runners["thread"] = ThreadRunner(clock, on_finished, voice, may_start)
        if in_processes:
            care = care_of(settings)
            runners["process"] = ProcessRunner(clock, on_finished, voice, may_start, care, in_processes)
        return RunnerByKind(runners)

    return make
