"""The small shared tables that every scheduler follows whole: workers, handler health, dependencies, calendars."""

from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.message import Message
from tickwheel.protocol.signals import JobDependencies
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.workers import WorkerHeartbeat, WorkerStopped
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition
from tickwheel.scheduler.placement.directory import Directory

SKEW_WORTH_A_WARNING_MS = 500
MAX_RECORDS = 1_000
LONG_DEAD_MS = 60_000

log = logs.logger(__name__)


class Tables:
    """Read to their end at the start, then a little in every round."""

    def __init__(self, source: Log, topics: Topics, codec: Codec, clock: Clock, directory: Directory) -> None:
        self.upstreams: dict[str, tuple[str, ...]] = {}
        self.calendars: dict[str, CalendarDefinition] = {}
        self.calendars_version = 0
        """Counts changes of the calendars, so that compiled ones can be kept."""
        self.latest_ms = 0
        """The latest that a worker's wall clock, or another's, has shown: what was due by then may have started there."""
        self.open_breakers: dict[str, int] = {}
        self._directory = directory
        self._codec = codec
        self._clock = clock
        self._source = source
        self._topics = topics
        self._followed = [
            TopicPartition(topic, 0)
            for topic in (topics.workers, topics.handler_health, topics.dependencies, topics.calendars)
        ]
        self._consumer: Consumer | None = None
        self._catching_up = False
        self._skewed: set[str] = set()
        self._differing: set[str] = set()

    def open(self) -> None:
        """Start following and catch up with what is there."""
        self.close()
        consumer = self._source.consumer(None)
        ends = {partition: consumer.watermarks(partition)[1] for partition in self._followed}
        consumer.assign(dict.fromkeys(self._followed, BEGINNING))
        self._consumer = consumer
        self._catching_up = True
        while any((consumer.position(p) or 0) < end for p, end in ends.items()):
            self._take(consumer.poll(MAX_RECORDS, 0.1))
        self._catching_up = False

    def follow(self) -> None:
        if self._consumer is not None:
            self._take(self._consumer.poll(MAX_RECORDS, 0.0))

    def close(self) -> None:
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            consumer.close()

    def _take(self, records: list[Record]) -> None:
        for record in records:
            self.latest_ms = max(self.latest_ms, record.timestamp_ms)
            if record.value is None:
                self._remove(record.topic, (record.key or b"").decode())
                continue
            try:
                message = self._codec.decode(record.value)
            except DecodeError as error:
                log.warning(
                    "Passing over a record that cannot be read",
                    topic=record.topic,
                    offset=record.offset,
                    error=str(error),
                )
                continue
            self._fold(message, record)

    def _fold(self, message: Message, record: Record) -> None:
        match message:
            case WorkerHeartbeat():
                self._renew(message, record)
            case WorkerStopped():
                self._directory.stop(message, self._clock.monotonic())
            case HandlerHealth():
                if message.state == "open":
                    self.open_breakers[message.handler] = message.retry_at_ms
                else:
                    self.open_breakers.pop(message.handler, None)
            case JobDependencies():
                self.upstreams[message.job_id] = message.upstream_job_ids
            case CalendarDefinition():
                self.calendars[message.name] = message
                self.calendars_version += 1
            case _:
                log.warning(
                    "Passing over a record that does not belong here",
                    topic=record.topic,
                    offset=record.offset,
                )

    def _remove(self, topic: str, key: str) -> None:
        """A tombstone."""
        if topic == self._topics.dependencies:
            self.upstreams.pop(key, None)
        elif topic == self._topics.calendars:
            self.calendars.pop(key, None)
            self.calendars_version += 1

    def _renew(self, beat: WorkerHeartbeat, record: Record) -> None:
        """A lease runs from when we see a heartbeat, by our own clock: a worker's wall clock must not shorten it.

        Only at the start, when old ones are read too, does the wall clock sort out those long dead.
        """
        if self._catching_up and self._clock.now_ms() - record.timestamp_ms > LONG_DEAD_MS:
            return
        self._directory.renew(beat, self._clock.monotonic())
        self._warn_of_skew(beat)
        self._warn_of_lease(beat)

    def _warn_of_lease(self, beat: WorkerHeartbeat) -> None:
        ours_ms = round(self._directory.lease_s * 1_000)
        if beat.lease_ms != ours_ms and beat.worker_id not in self._differing:
            self._differing.add(beat.worker_id)
            log.warning(
                "A worker's lease is not ours; the longer one counts: set TICKWHEEL_WORKER_LEASE_MS and "
                "TICKWHEEL_SCHEDULER_LEASE_MS alike",
                worker=beat.worker_id,
                host=beat.hostname,
                lease_ms=beat.lease_ms,
                our_lease_ms=ours_ms,
            )

    def _warn_of_skew(self, beat: WorkerHeartbeat) -> None:
        skew_ms = beat.sent_at_ms - self._clock.now_ms()
        if skew_ms > SKEW_WORTH_A_WARNING_MS and beat.worker_id not in self._skewed:
            self._skewed.add(beat.worker_id)
            log.warning(
                "A worker's clock is ahead of ours: it will start executions early by that much",
                worker=beat.worker_id,
                host=beat.hostname,
                ahead_ms=skew_ms,
            )
