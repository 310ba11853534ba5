"""A whole Tickwheel in memory with a clock of the test's own: how users test their jobs.

    async with VirtualTickwheel(app) as t:
        await t.enqueue(invoice, Invoice(number=7), delay="1h")
        await t.advance("2h")
        assert [e.status for e in t.executions("billing.invoice")] == ["COMPLETED"]

The scheduler, the worker and the log's semantics are the real ones; only the broker, the clock and the runner are not.
Handlers run for real, one after another, and take no virtual time. Declared jobs are there from the start.
"""

from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack, overload

from tickwheel.protocol import ids
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.message import Message
from tickwheel.protocol.routing import lane_of, partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.fresh_ids import CountingIds
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.settings import KafkaGroup, SchedulerGroup, WorkerSettings
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.runtime.topics import ClusterTopics
from tickwheel.scheduler.service import Scheduler
from tickwheel.testing.direct_runner import DirectRunner
from tickwheel.testing.execution import Execution, executions_of
from tickwheel.worker import App, Enqueued
from tickwheel.worker.builtin import demo
from tickwheel.worker.sdk.app import WithoutPayload, WithPayload
from tickwheel.worker.sdk.duration import Duration, milliseconds
from tickwheel.worker.sdk.job_options import EnqueueOptions
from tickwheel.worker.sdk.submission import Sender
from tickwheel.worker.service import Worker

T = TypeVar("T")

START_MS = 1_767_225_600_000
"""2026-01-01T00:00:00Z, unless the test says otherwise."""

INTRODUCTION_MS = 1_000
"""The scheduler and the worker get to know each other in the second before the test's time begins."""

LEAD_MS = 60_000
STEP_MS = 50_000
"""Time passes in steps below the scheduler's lead, so that nothing is dispatched late; long ones, for tests to be quick."""

LEASE_MS = 300_000
"""Far above a step: nobody sends a heartbeat in the midst of one."""

PARTITIONS = 2


class VirtualSender:
    """`app.enqueue` under test: the command is in the log at once, and decided as soon as the test, or the handler, goes on."""

    def __init__(self, namespace: str, send: Callable[[Any], None]) -> None:
        self.namespace = namespace
        self._send = send

    def send(self, job_id: str, priority: int, command: Message, headers: dict[str, str]) -> Future[None]:
        self._send(command)
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def close(self) -> None:
        """There is nothing to close."""


class VirtualTickwheel:
    def __init__(self, app: App, *, start_ms: int = START_MS, slots: int = 100) -> None:
        self.start_ms = start_ms
        """When its time began."""
        self.clock = ManualClock(start_ms - INTRODUCTION_MS)
        self._app = app
        self._codec = Codec()
        self._kafka = KafkaGroup(partitions=PARTITIONS, mailboxes=2, replication=1, min_insync=1)
        self._topics = Topics(self._kafka.topic_prefix)
        self._broker = MemoryBroker(self.clock)
        self._runner: DirectRunner | None = None
        self._sender = MemoryLog(self._broker, "test").producer()
        self._scheduler = Scheduler(
            self._kafka,
            SchedulerGroup(instance_id="virtual", lead_ms=LEAD_MS, lease_ms=LEASE_MS),
            MemoryLog(self._broker, "scheduler"),
            self.clock,
            self._codec,
        )
        self._worker = self._make_worker(slots)
        self._sender_before: Sender | None = None

    async def __aenter__(self) -> Self:
        log = MemoryLog(self._broker, "setup")
        cluster = Cluster(log, self._topics, self._codec, clock=self.clock, ids=CountingIds("cluster"))
        ClusterTopics(log.admin(), self._topics, cluster, Layout.of(self._kafka)).apply()
        self._scheduler.start()
        self._worker.start()
        for _ in range(0, INTRODUCTION_MS, 100):
            await self._settle()
            self.clock.advance(100)
        for number, job in enumerate(self._app.declared_jobs()):
            self.send(CreateJob(command_id=f"declare-{number}", definition=job, allow_unknown_handler=True))
        # What handlers enqueue stays in here as well.
        self._sender_before = self._app.connect(VirtualSender(self._kafka.namespace, self.send))
        await self._settle()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._app.connect(self._sender_before)
        self._worker.stop()
        self._scheduler.stop()

    @overload
    async def enqueue(self, job: WithoutPayload, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    @overload
    async def enqueue(self, job: WithPayload[T], payload: T, **how: Unpack[EnqueueOptions]) -> Enqueued: ...

    async def enqueue(
        self, job: Callable[..., Any], payload: Any = None, **how: Unpack[EnqueueOptions]
    ) -> Enqueued:
        """As `App.enqueue`. What is due at once has run when this returns."""
        submission = self._app.submission(self._kafka.namespace, job, payload, how)
        self.send(submission.command)
        await self._settle()
        return submission.receipt()

    def send(self, command: Command) -> None:
        """Any command, as a Kafka client would send it; it is decided by the next `advance`."""
        job = command.definition.name if isinstance(command, CreateJob) else getattr(command, "job", "")
        priority = command.definition.priority if isinstance(command, CreateJob) else 50
        key = ids.resolve_job(self._kafka.namespace, job).encode()
        topic = self._topics.commands(lane_of(priority))
        self._sender.produce(topic, partition_for(key, PARTITIONS), key, self._codec.encode(command))

    async def advance(self, duration: Duration = 0.0) -> None:
        """Let virtual time pass; everything that is due in it runs, at its instant."""
        until_ms = self.clock.now_ms() + milliseconds(duration)
        await self._settle()
        while self.clock.now_ms() < until_ms:
            next_ms = min(until_ms, self.clock.now_ms() + STEP_MS, self._worker.parts.pulse.next_instant_ms())
            self.clock.advance(max(1, next_ms - self.clock.now_ms()))
            await self._settle()

    def executions(self, job: str = "") -> list[Execution]:
        """What has become due, in the order it was created; of one job or handler, or all.

        The scheduler creates executions ahead of time: those are on the journal, and not here.
        """
        now_ms = self.clock.now_ms()
        found = [each for each in executions_of(self.events()) if each.due_ms <= now_ms]
        return [each for each in found if job in ("", each.job_name, each.handler)]

    def events(self, job: str = "") -> list[Event]:
        """The journal; of one job by its name, or all."""
        reader = MemoryLog(self._broker, "reader").consumer(None)
        reader.assign({TopicPartition(self._topics.events, n): BEGINNING for n in range(PARTITIONS)})
        found: list[Event] = []
        while records := reader.poll(10_000, 0.0):
            found += [self._codec.decode(record.value or b"", Event) for record in records]
        reader.close()
        job_id = ids.job_id(self._kafka.namespace, job) if job else ""
        return sorted((e for e in found if job_id in ("", e.job_id)), key=lambda e: e.at_ms)

    async def _settle(self) -> None:
        """Give everybody turns until two rounds in a row have written nothing."""
        quiet = 0
        while quiet < 2:
            before = self._written()
            self._scheduler.run_once()
            self._worker.run_once()
            ran = await self._runner.run_all() if self._runner is not None else 0
            quiet = 0 if ran or self._written() != before else quiet + 1

    def _written(self) -> int:
        """How many records the topics that drive a job hold."""
        topics = [self._topics.events, self._topics.claims, self._topics.outcomes]
        places = [TopicPartition(topic, number) for topic in topics for number in range(PARTITIONS)]
        return sum(self._broker.partition(place).high_watermark for place in places)

    def _make_worker(self, slots: int) -> Worker:
        def make_runner(on_finished: Any) -> DirectRunner:
            self._runner = DirectRunner(self.clock, on_finished)
            return self._runner

        settings = WorkerGroup(instance_id="virtual", slots=slots, lease_ms=LEASE_MS, drain_deadline_ms=0)
        return Worker(
            settings=WorkerSettings(kafka=self._kafka, worker=settings),
            log=MemoryLog(self._broker, "worker"),
            handlers=[*self._app.handlers, *demo.handlers()],
            codec=self._codec,
            clock=self.clock,
            ids=CountingIds("worker"),
            make_runner=make_runner,
            threaded=False,
        )
