"""Where each record that a decision publishes goes. All of them go in the batch's transaction."""

from tickwheel.protocol import routing
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.message import Message
from tickwheel.protocol.signals import (
    DependencyRequested,
    DependencyWithdrawn,
    JobDependencies,
    UpstreamCompleted,
)
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.batch import BatchWriter
from tickwheel.runtime.log.records import Record
from tickwheel.runtime.quarantine import quarantined
from tickwheel.scheduler.engine.decision import CalendarEntry, Decision, Dispatch, Outgoing


class Outbox:
    """Writes into the open transaction of `writer`; the caller begins and commits it."""

    def __init__(self, writer: BatchWriter, topics: Topics, codec: Codec, partitions: int) -> None:
        self._writer = writer
        self._topics = topics
        self._codec = codec
        self._partitions = partitions

    def publish(self, job_id: str, partition: int, decision: Decision) -> None:
        """The events of a decision to the journal, and its other records to where they belong."""
        key = job_id.encode()
        for event in decision.events:
            self._writer.produce(
                self._topics.events, partition, key, self._codec.encode(event), timestamp_ms=event.at_ms
            )
        for item in decision.outbox:
            self._send(item, key)

    def answer(self, partition: int, event: Event) -> None:
        """An answer to somebody whose command was not decided on."""
        self._writer.produce(
            self._topics.events,
            partition,
            event.job_id.encode(),
            self._codec.encode(event),
            timestamp_ms=event.at_ms,
        )

    def state(self, partition: int, key: bytes, value: bytes | None) -> None:
        self._writer.produce(self._topics.state, partition, key, value)

    def forward(self, record: Record, partition: int) -> None:
        """Move a record that an outside client put into the wrong partition to the right one, as it is."""
        self._writer.produce(
            record.topic,
            partition,
            record.key,
            record.value,
            headers=(*record.headers, ("tickwheel-forwarded-from", str(record.partition).encode())),
            timestamp_ms=record.timestamp_ms,
        )

    def quarantine(self, record: Record, error: str, now_ms: int) -> None:
        kept = quarantined(record, error, found_by="scheduler", at_ms=now_ms)
        self._writer.produce(self._topics.quarantine, 0, record.key, self._codec.encode(kept))

    def _send(self, item: Outgoing, key: bytes) -> None:
        match item:
            case Dispatch():
                self._writer.produce(item.topic, item.partition, key, self._codec.encode(item.message))
            case DeadLetter():
                self._to_job(self._topics.dead_letter, item.job_id, item)
            case DependencyRequested() | DependencyWithdrawn() | UpstreamCompleted():
                self._to_job(self._topics.signals, item.job_id, item)
            case JobDependencies():
                self._to_table(
                    self._topics.dependencies, item.job_id, item if item.upstream_job_ids else None
                )
            case CalendarEntry():
                self._to_table(self._topics.calendars, item.name, item.definition)

    def _to_job(self, topic: str, job_id: str, message: Message) -> None:
        """To whoever owns that job, which may be another scheduler."""
        key = job_id.encode()
        self._writer.produce(
            topic, routing.partition_for(key, self._partitions), key, self._codec.encode(message)
        )

    def _to_table(self, topic: str, key: str, row: Message | None) -> None:
        self._writer.produce(topic, 0, key.encode(), None if row is None else self._codec.encode(row))
