"""The scheduler as a service. The loop reads like its diagram:

    poll -> decode -> due timers -> decide -> evolve (pending) -> produce -> offsets -> commit -> adopt -> effects

One thread owns the consumer and the transactional producer. A round is one transaction; what it changed in memory is
taken back if the transaction aborts, and forgotten and read from the log if its fate is unknown.
"""

from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs, metrics
from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.cluster import Cluster, Layout
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.batch import BatchAborted, BatchUnknown, BatchWriter, OwnershipLost
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.settings import KafkaGroup, SchedulerGroup
from tickwheel.scheduler.alarms import Alarms
from tickwheel.scheduler.backlog import Backlog
from tickwheel.scheduler.batch import Batch
from tickwheel.scheduler.control import Control
from tickwheel.scheduler.engine.inputs import ExecutionDue, JobDue
from tickwheel.scheduler.environment import Environment
from tickwheel.scheduler.gauges import Gauges
from tickwheel.scheduler.inbox import Inbox, Reader
from tickwheel.scheduler.jumps import JumpWatch
from tickwheel.scheduler.leases import Leases
from tickwheel.scheduler.outbox import Outbox
from tickwheel.scheduler.ownership import Ownership
from tickwheel.scheduler.pace import Pace
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.ready import ReadyQueue
from tickwheel.scheduler.placer import Placer
from tickwheel.scheduler.spans import DecisionSpans
from tickwheel.scheduler.state_records import Owner
from tickwheel.scheduler.tables import Tables

LONGEST_WAIT_S = 0.05
"""Heartbeats and other shared tables are looked at this often when nothing else happens."""
READ_AHEAD_BATCHES = 5
"""Far enough to find the reports of workers behind a flood of commands: they go first."""
CHECK_BUDGET_EVERY = 32

log = logs.logger(__name__)


class Scheduler:
    """Owns some partitions of the cluster's jobs, for as long as it is a member of the group."""

    name = "scheduler"

    def __init__(
        self,
        kafka: KafkaGroup,
        settings: SchedulerGroup,
        source: Log,
        clock: Clock,
        codec: Codec,
        spans: DecisionSpans | None = None,
    ) -> None:
        topics = Topics(kafka.topic_prefix)
        self._settings = settings
        self._spans = spans
        self._clock = clock
        self._partitions = kafka.partitions
        self._transactional_id = f"{kafka.topic_prefix}scheduler.{settings.instance_id}"
        self._topics = topics
        self._cluster = Cluster(source, topics, codec, clock=clock)
        self._layout = Layout.of(kafka)
        alarms = Alarms(lead_ms=settings.lead_ms, ended_job_retention_ms=settings.ended_job_retention_ms)
        directory = Directory(settings.lease_ms / 1_000)
        ready = ReadyQueue()
        self._ready = ready
        self._consumer = source.consumer(f"{kafka.topic_prefix}scheduler")
        self._writer = BatchWriter(source, self._transactional_id, self._consumer)
        self._outbox = Outbox(self._writer, topics, codec, kafka.partitions)
        self._reader = Reader(codec, topics, kafka.namespace)
        self._tables = Tables(source, topics, codec, clock, directory)
        self._environment = Environment(kafka.namespace, alarms, self._tables, directory)
        self._control = Control(source, topics, codec)
        self._backlog = Backlog(source, topics, codec, clock, ready, settings.instance_id)
        self._inbox = Inbox(topics)
        self._pace = Pace(settings.batch_max_inputs, settings.batch_max_ms)
        self._ownership = Ownership(
            source,
            self._consumer,
            topics.state,
            topics.scheduler_inputs(),
            clock,
            lambda number: Partition(number, clock.now_ms(), alarms, directory, ready),
            self._transactional_id,
        )
        self._placer = Placer(topics, directory, ready, clock)
        self._leases = Leases(directory, clock)
        self._jumps = JumpWatch(clock)
        self._probe = BrokerProbe(source, topics.state, clock)
        self.gauges = Gauges(self._ownership, ready, directory, clock)
        self._started = False
        for result in ("committed", "aborted", "unknown", "fenced"):
            metrics.TRANSACTIONS.labels(result)

    def start(self) -> None:
        self._cluster.check(self._layout)
        self._tables.open()
        self._writer.open()
        self._control.open()
        if not self._started:
            self._consumer.subscribe(self._topics.scheduler_inputs(), self._ownership)
            self._started = True

    def run_once(self) -> None:
        self.gauges.round_began()
        self._jumps.look()
        self._tables.follow()
        self._backlog.tell_if_due()
        self._control.serve()
        self._poll()
        if not self._writer.is_open:
            # Before anything is restored: it settles the fate of the batch in doubt.
            self._writer.open()
        for partition in self._ownership.advance():
            self._control.send(partition.awaited_recalls())
        if self._ownership.owned:
            self._run_batch()

    def stop(self) -> None:
        self._ownership.close()
        self._consumer.close()
        self._writer.close()
        self._control.close()
        self._backlog.close()
        self._tables.close()
        if self._spans is not None:
            self._spans.close()

    def why_not_ready(self) -> str:
        """One without partitions is ready: it stands by."""
        if self._ownership.is_restoring:
            return "partitions are being restored"
        return self._probe.why_not()

    def _poll(self) -> None:
        # Rebalances are served by polling: a full inbox must not keep us from hearing that we lost a partition.
        room = max(1, READ_AHEAD_BATCHES * self._settings.batch_max_inputs - len(self._inbox))
        records = self._consumer.poll(min(room, self._pace.max_inputs), self._wait_s())
        arrived = self._ownership.settle()
        self._inbox.keep(self._ownership.owned.keys() - arrived)
        self._inbox.add(records)

    def _wait_s(self) -> float:
        """Until the next timer, but never so long that the shared tables grow old."""
        if len(self._inbox) or self._ownership.is_restoring:
            return 0.0
        wait_s = LONGEST_WAIT_S
        now_ms = self._clock.now_ms()
        for partition in self._ownership.owned.values():
            due_ms = partition.wheel.next_due_ms()
            if due_ms is not None:
                wait_s = min(wait_s, (due_ms - now_ms) / 1_000)
        return max(0.0, wait_s)

    def _run_batch(self) -> None:
        started_s = self._clock.monotonic()
        self._environment.saw(max(self._ownership.latest_ms, self._tables.latest_ms))
        surroundings = self._environment.now(self._clock.now_ms())
        batch = Batch(self._writer, self._outbox, self._reader, surroundings, self._partitions, self._spans)
        try:
            self._announce(batch)
            self._take_records(batch, started_s)
            self._pace.after_batch(inputs=len(batch.records), left=len(self._inbox))
            self._ring_timers(batch)
            self._expire_leases(batch)
            self._placer.place(batch, self._ownership.owned, self._pace.max_inputs)
            if batch.is_empty:
                batch.settle()
                return
            batch.commit(self._ownership.next_offsets)
        except BatchAborted as fault:
            self._take_back(batch, fault)
        except (BatchUnknown, OwnershipLost) as fault:
            self._start_over(fault)
        else:
            self._adopt(batch, started_s)

    def _announce(self, batch: Batch) -> None:
        owner = Owner(self._transactional_id, self._settings.instance_id, self._clock.now_ms())
        for number in self._ownership.unannounced:
            batch.announce(self._ownership.owned[number], owner)

    def _take_records(self, batch: Batch, started_s: float) -> None:
        """Decide on what was read, until the batch is full or its time is over."""
        until_s = started_s + self._pace.max_s
        for number in range(self._pace.max_inputs):
            if number % CHECK_BUDGET_EVERY == 0 and self._clock.monotonic() >= until_s:
                return
            record = self._inbox.take()
            if record is None:
                return
            batch.take(record, self._ownership.owned[record.partition])

    def _ring_timers(self, batch: Batch) -> None:
        """A slice of the due timers of each partition: a storm must not starve commands."""
        now_ms = self._clock.now_ms()
        share = max(1, self._settings.batch_max_inputs // len(self._ownership.owned))
        for partition in self._ownership.owned.values():
            rung = partition.ring(now_ms, share)
            if rung:
                batch.rang(partition)
            for timer in rung:
                self._ring(batch, partition, timer, now_ms)

    def _ring(self, batch: Batch, partition: Partition, timer: str, now_ms: int) -> None:
        execution = partition.executions.get(timer)
        if execution is None:
            decision = batch.decide(partition, timer, JobDue(timer))
        elif partition.want_worker(execution, now_ms):
            return
        else:
            decision = batch.decide(partition, execution.job_id, ExecutionDue(execution.job_id, timer))
        if not decision.events:
            partition.rearm_later(timer, now_ms)

    def _expire_leases(self, batch: Batch) -> None:
        for partition, lost in self._leases.lost(self._ownership.owned.values()):
            batch.decide(partition, lost.job_id, lost)

    def _adopt(self, batch: Batch, started_s: float) -> None:
        """The batch is committed: what follows from it may now be seen."""
        self._ownership.next_offsets.update(batch.offsets)
        self._ownership.unannounced.clear()
        self._control.send(batch.recalls)
        metrics.TRANSACTIONS.labels("committed").inc()
        metrics.BATCH_DURATION.observe(self._clock.monotonic() - started_s)

    def _take_back(self, batch: Batch, fault: BatchAborted) -> None:
        """Nothing of it happened: the state is as before, and the same records come first again."""
        log.info("A batch was aborted and will be decided again", reason=str(fault))
        metrics.TRANSACTIONS.labels("aborted").inc()
        batch.undo()
        self._inbox.put_back(batch.records)

    def _start_over(self, fault: BatchUnknown | OwnershipLost) -> None:
        """It may or may not have happened: only the log can tell."""
        result = "fenced" if isinstance(fault, OwnershipLost) else "unknown"
        log.warning("Restoring from the log after a batch in doubt", result=result, reason=str(fault))
        metrics.TRANSACTIONS.labels(result).inc()
        self._inbox.clear()
        self._ownership.start_over()
        self._writer.open()
