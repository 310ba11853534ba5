"""The consumer port over confluent-kafka. One thread owns it; call-backs run inside `poll` on that thread."""

from collections.abc import Mapping, Sequence
from typing import Any

import confluent_kafka
from confluent_kafka import KafkaError, KafkaException, Message

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import faults
from tickwheel.runtime.log.kafka.settings import CALL_TIMEOUT_S, logger
from tickwheel.runtime.log.ports import GroupMetadata, RebalanceListener
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition

Position = confluent_kafka.TopicPartition
"""Kafka's own topic-partition with an offset; the logical offsets BEGINNING and END have the same numbers."""

# Told to the application as a message, but mended by the client itself: it joins the group again and calls back.
PASSING = frozenset({KafkaError._MAX_POLL_EXCEEDED}) | faults.TRANSIENT


class KafkaConsumer:
    def __init__(self, client: confluent_kafka.Consumer, group: str | None) -> None:
        self._consumer = client
        self._group = group
        self._listener: RebalanceListener | None = None
        self._starts: dict[TopicPartition, int] = {}
        self._ends: dict[TopicPartition, int] = {}
        self._paused: set[TopicPartition] = set()
        self._member_id: str | None = None
        self._rebalances = 0
        self._fault: errors.LogError | None = None

    def subscribe(self, topics: Sequence[str], listener: RebalanceListener) -> None:
        self._require_group("subscribe")
        self._listener = listener
        with faults.translated(f"subscribe to {', '.join(topics)}"):
            self._consumer.subscribe(
                list(topics), on_assign=self._on_assign, on_revoke=self._on_revoke, on_lost=self._on_lost
            )

    def assign(self, start: Mapping[TopicPartition, int]) -> None:
        """Logical offsets are looked up here: what is written after this call comes after END, and a cold client
        would take 500 ms for its own look-up."""
        self._starts = {partition: self._resolved(partition, offset) for partition, offset in start.items()}
        self._ends.clear()
        self._paused.clear()
        with faults.translated("assign partitions"):
            self._consumer.assign(_positions(self._starts))

    def poll(self, max_records: int, timeout_s: float) -> list[Record]:
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault
        try:
            messages = self._consume(max_records, timeout_s)
        except KafkaException as e:
            raise faults.from_exception(e, "read records") from e
        records = [_record(m) for m in messages if m.error() is None]
        if len(records) != len(messages):
            self._note_ends(messages)
            self._raise_or_keep(_first_fault(messages), records)
        return records

    def seek(self, partition: TopicPartition, offset: int) -> None:
        """Also right after an assignment, where librdkafka itself still refuses a seek."""
        try:
            self._consumer.seek(Position(*partition, offset))
        except KafkaException as e:
            if e.args[0].code() != KafkaError._STATE:
                raise faults.from_exception(e, f"seek {partition} to {offset}") from e
            self._restart(partition, offset)
        self._starts[partition] = offset
        self._ends.pop(partition, None)

    def position(self, partition: TopicPartition) -> int | None:
        with faults.translated(f"tell the position of {partition}"):
            after_last = self._consumer.position([Position(*partition)])[0].offset
        known = max(after_last, self._ends.get(partition, -1), self._starts.get(partition, -1))
        return known if known >= 0 else None

    def pause(self, partitions: Sequence[TopicPartition]) -> None:
        self._paused.update(partitions)
        with faults.translated("pause partitions"):
            self._consumer.pause([Position(*p) for p in partitions])

    def resume(self, partitions: Sequence[TopicPartition]) -> None:
        self._paused.difference_update(partitions)
        with faults.translated("resume partitions"):
            self._consumer.resume([Position(*p) for p in partitions])

    def assignment(self) -> list[TopicPartition]:
        with faults.translated("tell its assignment"):
            return sorted(_partitions(self._consumer.assignment()))

    def committed(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int | None]:
        self._require_group("ask for committed offsets")
        with faults.translated("look up committed offsets"):
            found = self._consumer.committed([Position(*p) for p in partitions], timeout=CALL_TIMEOUT_S)
        return {
            _partition(p): p.offset if p.offset >= 0 else None
            for p in _sound(found, "look up committed offsets")
        }

    def watermarks(self, partition: TopicPartition) -> tuple[int, int]:
        with faults.translated(f"look up the watermarks of {partition}"):
            low, high = self._consumer.get_watermark_offsets(Position(*partition), timeout=CALL_TIMEOUT_S)
        return low, high

    def heard_end(self, partition: TopicPartition) -> int | None:
        with faults.translated(f"tell the end of {partition}"):
            _, high = self._consumer.get_watermark_offsets(Position(*partition), cached=True)
        return high if high >= 0 else None

    def offsets_for_time(
        self, partitions: Sequence[TopicPartition], timestamp_ms: int
    ) -> dict[TopicPartition, int]:
        asked = [Position(*p, timestamp_ms) for p in partitions]
        with faults.translated("look up offsets by time"):
            found = self._consumer.offsets_for_times(asked, timeout=CALL_TIMEOUT_S)
        return {_partition(p): p.offset for p in _sound(found, "look up offsets by time")}

    def group_metadata(self) -> GroupMetadata:
        """librdkafka forgets its member id when it is thrown out of the group. Stop such a zombie here rather than
        trust every broker version to refuse the offsets of a client that names no member."""
        self._require_group("prove membership")
        metadata = self._consumer.consumer_group_metadata()
        if not self._is_still_member():
            raise errors.FencedError(
                "this consumer is no member of its group; poll() until it is assigned again"
            )
        return metadata

    def commit(self, offsets: Mapping[TopicPartition, int]) -> None:
        self._require_group("commit offsets")
        with faults.translated("commit offsets"):
            done = self._consumer.commit(offsets=_positions(offsets), asynchronous=False)
        _sound(done, "commit offsets")

    def close(self) -> None:
        with faults.translated("close the consumer"):
            self._consumer.close()

    def _resolved(self, partition: TopicPartition, offset: int) -> int:
        if offset >= 0:
            return offset
        low, high = self.watermarks(partition)
        return low if offset == BEGINNING else high

    def _consume(self, max_records: int, timeout_s: float) -> list[Message]:
        # consume(n, t) would wait for all n, so wait for the first and then take what is there.
        first = self._consumer.consume(1, timeout_s)
        if not first or max_records == 1:
            return first
        rebalances = self._rebalances
        rest = self._consumer.consume(max_records - 1, 0)
        # A rebalance in between took the first record's partition away: it will be read again by its new owner.
        return first + rest if rebalances == self._rebalances else rest

    def _note_ends(self, messages: Sequence[Message]) -> None:
        for message in messages:
            error = message.error()
            if error is not None and error.code() == KafkaError._PARTITION_EOF:
                self._ends[TopicPartition(message.topic() or "", message.partition() or 0)] = (
                    message.offset() or 0
                )

    def _raise_or_keep(self, fault: errors.LogError | None, records: Sequence[Record]) -> None:
        """Records read before the fault must not be lost: they go out first, the fault with the next poll."""
        if fault is not None and not records:
            raise fault
        self._fault = fault

    def _restart(self, partition: TopicPartition, offset: int) -> None:
        """Assign everything anew, each partition from where it stands and this one from `offset`."""
        with faults.translated(f"seek {partition} to {offset}"):
            starts = {_partition(p): p.offset for p in self._consumer.position(self._consumer.assignment())}
            starts = {p: at if at >= 0 else self._starts.get(p, at) for p, at in starts.items()}
            self._consumer.assign(_positions(starts | {partition: offset}))
            self._consumer.pause([Position(*p) for p in self._paused])

    def _on_assign(self, consumer: confluent_kafka.Consumer, partitions: list[Position]) -> None:
        consumer.assign(partitions)
        self._member_id = consumer.memberid()
        self._starts = {}
        self._ends.clear()
        self._paused.clear()
        self._told().on_assigned(_partitions(partitions))

    def _on_revoke(self, consumer: confluent_kafka.Consumer, partitions: list[Position]) -> None:
        # A client that polled too late left the group by itself, and still calls that a revocation.
        if not self._is_still_member():
            self._on_lost(consumer, partitions)
            return
        self._rebalances += 1
        self._told().on_revoked(_partitions(partitions))

    def _on_lost(self, consumer: confluent_kafka.Consumer, partitions: list[Position]) -> None:
        self._rebalances += 1
        self._told().on_lost(_partitions(partitions))

    def _is_still_member(self) -> bool:
        """Whoever is thrown out forgets its id, and joins again under another before its application knows."""
        return self._member_id is not None and self._consumer.memberid() == self._member_id

    def _told(self) -> RebalanceListener:
        if self._listener is None:
            raise RuntimeError("a rebalance reached a consumer that never subscribed")
        return self._listener

    def _require_group(self, what: str) -> None:
        if self._group is None:
            raise RuntimeError(f"a reader without a group cannot {what}; make the consumer with a group")


def _record(message: Any) -> Record:
    """Hot path: no checks, the broker has made them."""
    headers = message.headers()
    return Record(
        message.topic(),
        message.partition(),
        message.offset(),
        message.timestamp()[1],
        message.key(),
        message.value(),
        tuple(headers) if headers else (),
    )


def _first_fault(messages: Sequence[Message]) -> errors.LogError | None:
    for error in (m.error() for m in messages):
        if error is None or error.code() == KafkaError._PARTITION_EOF:
            continue
        if error.code() not in PASSING:
            return faults.translate(error, "read records")
        logger.warning("Kafka consumer goes on after: %s (%s)", error.str(), error.name())
    return None


def _positions(offsets: Mapping[TopicPartition, int]) -> list[Position]:
    return [Position(p.topic, p.partition, offset) for p, offset in offsets.items()]


def _partition(position: Position) -> TopicPartition:
    return TopicPartition(position.topic, position.partition)


def _partitions(positions: Sequence[Position]) -> list[TopicPartition]:
    return sorted(TopicPartition(p.topic, p.partition) for p in positions)


def _sound(positions: Sequence[Position], doing: str) -> Sequence[Position]:
    for position in positions:
        if position.error is not None:
            raise faults.translate(position.error, f"{doing} of {_partition(position)}")
    return positions
