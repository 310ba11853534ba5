"""Follows the journal and hands errands to the scheduler: what was read and what was ordered are one transaction.

    poll -> notices -> look up their jobs -> log lines, and errands + offsets in one transaction -> poll ...

What is read before it is known which job it is about waits for the tables. After a fault it is read again; ids that follow
from what happened make the same errands of it, and the scheduler runs an errand once.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.routing import lane_of, partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.batch import BatchAborted, BatchUnknown, BatchWriter, OwnershipLost
from tickwheel.runtime.log.errors import FencedError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.log.rewind import rewind
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.watch import happenings
from tickwheel.watch.errand import errand_of
from tickwheel.watch.notice import JobFacts, Notice, is_about_a_notification
from tickwheel.watch.pace import Pace
from tickwheel.watch.route import Route

MAX_RECORDS = 5_000
POLL_S = 0.5
COMMIT_EVERY_S = 5.0
GIVE_UP_LOOKING_MS = 10_000
"""A job that is not in the tables after this long, while the tables can be read, is told of without its name."""
REMEMBERED = 10_000

log = logs.logger(__name__)

FactsOf = Callable[[Iterable[str]], dict[str, JobFacts]]


class Follower:
    """A RebalanceListener of its own consumer. One thread."""

    def __init__(
        self,
        source: Log,
        kafka: KafkaGroup,
        codec: Codec,
        clock: Clock,
        instance_id: str,
        routes: Sequence[Route],
        facts_of: FactsOf,
    ) -> None:
        self.latest: dict[TopicPartition, Record] = {}
        """The last record read of each partition of the journal."""
        self._source = source
        self._kafka = kafka
        self._topics = Topics(kafka.topic_prefix)
        self._codec = codec
        self._clock = clock
        self._transactional_id = f"{kafka.topic_prefix}watch.{instance_id}"
        self._routes = routes
        self._pace = Pace(clock)
        self._facts_of = facts_of
        self._since_ms = clock.now_ms()
        self._consumer: Consumer | None = None
        self._writer: BatchWriter | None = None
        self._moved = False
        self._offsets: dict[TopicPartition, int] = {}
        self._pending: list[Notice] = []
        self._told: dict[str, None] = {}
        self._committed_at_s = 0.0

    def start(self) -> None:
        if self._consumer is None:
            self._consumer = self._source.consumer(f"{self._topics.prefix}watch")
            self._consumer.subscribe(
                [self._topics.events, self._topics.logs, self._topics.handler_health], self
            )
            self._writer = BatchWriter(self._source, self._transactional_id, self._consumer)
        if self._writer is not None and not self._writer.is_open:
            self._writer.open()

    def stop(self) -> None:
        consumer, writer, self._consumer, self._writer = self._consumer, self._writer, None, None
        if writer is not None:
            writer.close()
        if consumer is not None:
            consumer.close()

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self._moved = True

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self._moved = True

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self._moved = True

    def follow(self) -> None:
        """Read on, unless something is still to be told."""
        consumer, writer = self._consumer, self._writer
        if consumer is None or writer is None:
            raise RuntimeError("start() comes first")
        try:
            self._follow(consumer, writer)
        except FencedError as fault:
            # The group went on without us; by polling we join again and are told where to begin.
            log.warning("Reading on after the group had given us up", fault=str(fault))
            self._start_over()

    def _follow(self, consumer: Consumer, writer: BatchWriter) -> None:
        records = consumer.poll(MAX_RECORDS, POLL_S) if not self._pending else []
        if self._moved:
            self._find_place(consumer)
            return
        self._take(records)
        ready = self._looked_up()
        if ready is None:
            return
        if ready or self._clock.monotonic() - self._committed_at_s > COMMIT_EVERY_S:
            self._tell(consumer, writer, ready)

    def _take(self, records: Iterable[Record]) -> None:
        kind_of, events = self._codec.kind_of, self._topics.events
        for record in records:
            where = TopicPartition(record.topic, record.partition)
            self._offsets[where] = record.offset + 1
            if record.topic == events:
                self.latest[where] = record
            value = record.value or b""
            if happenings.is_worth_decoding(kind_of(value), value):
                self._note(value)

    def _note(self, value: bytes) -> None:
        try:
            notice = happenings.notice_of(self._codec.decode(value))
        except DecodeError:
            return  # the journal's other readers stop at it and say so
        if notice is not None and notice.id not in self._told:
            self._told[notice.id] = None
            if len(self._told) > REMEMBERED:
                del self._told[next(iter(self._told))]
            self._pending.append(notice)

    def _looked_up(self) -> list[Notice] | None:
        """The notices with what is known of their jobs; None while the tables do not know one of them yet."""
        facts = self._facts_of(notice.job.id for notice in self._pending if notice.job is not None)
        ready = []
        for notice in self._pending:
            if notice.job is not None:
                if notice.job.id not in facts and self._clock.now_ms() - notice.at_ms < GIVE_UP_LOOKING_MS:
                    return None
                notice = msgspec.structs.replace(notice, job=facts.get(notice.job.id, notice.job))
            ready.append(notice)
        self._pending = []
        return ready

    def _tell(self, consumer: Consumer, writer: BatchWriter, notices: list[Notice]) -> None:
        errands = [errand for notice in notices for errand in self._errands(notice)]
        self._committed_at_s = self._clock.monotonic()
        if not self._offsets:
            return
        if not errands:
            consumer.commit(self._offsets)
            self._offsets = {}
            return
        try:
            writer.begin()
            for errand in errands:
                self._order(writer, errand)
            writer.commit(self._offsets)
        except (BatchAborted, BatchUnknown, OwnershipLost) as fault:
            log.warning("Notifications could not be handed over and are read again", fault=str(fault))
            self._start_over()
        else:
            self._offsets = {}

    def _errands(self, notice: Notice) -> list[CreateJob]:
        if is_about_a_notification(notice):
            if notice.reason == "failed":
                metrics.NOTIFICATIONS_UNDELIVERED.inc()
                log.error("A notification could not be delivered", job=notice.job and notice.job.name)
            return []
        errands = []
        for route in self._routes:
            if not route.fits(notice):
                continue
            if not self._pace.may_tell(route):
                metrics.NOTIFICATIONS_SUPPRESSED.labels(route.channel).inc()
            else:
                metrics.NOTIFICATIONS.labels(notice.reason, route.channel).inc()
                if route.channel == "log":
                    tell_log(notice)
                elif notice.job is None or notice.job.name:
                    errands.append(errand_of(notice, route))
        return errands

    def _order(self, writer: BatchWriter, errand: CreateJob) -> None:
        key = ids.job_id(self._kafka.namespace, errand.definition.name).encode()
        writer.produce(
            self._topics.commands(lane_of(errand.definition.priority)),
            partition_for(key, self._kafka.partitions),
            key,
            self._codec.encode(errand),
        )

    def _find_place(self, consumer: Consumer) -> None:
        """From where the group was; what it has never read, from when this process began: old news is no news."""
        self._moved = False
        self._forget()
        committed = consumer.committed(consumer.assignment())
        new = [where for where, offset in committed.items() if offset is None]
        begin = consumer.offsets_for_time(new, self._since_ms) if new else {}
        for where in new:
            offset = begin.get(where, -1)
            begin[where] = offset if offset >= 0 else consumer.watermarks(where)[1]
        if begin:
            consumer.commit(begin)
        rewind(consumer)

    def _start_over(self) -> None:
        """Read again what was not committed: from the next poll on, once the writer is open again."""
        self._told.clear()
        self._forget()
        self._moved = True

    def _forget(self) -> None:
        for notice in self._pending:
            self._told.pop(notice.id, None)
        self._pending = []
        self._offsets = {}


def tell_log(notice: Notice) -> None:
    write = log.warning if notice.severity == "warning" else log.error
    job = notice.job
    write(
        "Notification",
        reason=notice.reason,
        title=notice.title,
        job=None if job is None else job.name or job.id,
        execution=notice.execution_id or None,
        notice=notice.id,
    )
