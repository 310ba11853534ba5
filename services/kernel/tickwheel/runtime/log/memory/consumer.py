"""The consumer in memory. `poll` never waits in real time: it asks the broker's idle hook to let time pass instead."""

from collections.abc import Mapping, Sequence

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.group import Group
from tickwheel.runtime.log.memory.member import GroupMember
from tickwheel.runtime.log.ports import GroupMetadata, Isolation, RebalanceListener
from tickwheel.runtime.log.records import BEGINNING, END, Record, TopicPartition


class MemoryConsumer:
    def __init__(self, broker: MemoryBroker, client_id: str, group: str | None, isolation: Isolation) -> None:
        self._broker = broker
        self._client_id = client_id
        self._group = None if group is None else broker.group(group)
        self._committed_only = isolation == "read_committed"
        self._member: GroupMember | None = None
        self._missing_topics: list[str] = []
        # None stands for "from the committed offset", looked up when it is stable.
        self._positions: dict[TopicPartition, int | None] = {}
        self._paused: set[TopicPartition] = set()
        self._turn = 0

    def subscribe(self, topics: Sequence[str], listener: RebalanceListener) -> None:
        group = self._require_group("subscribe")
        self._member = GroupMember(self._broker, group, self._client_id, topics, listener, self._own)
        self._missing_topics = [topic for topic in topics if topic not in self._broker.topics]

    def assign(self, start: Mapping[TopicPartition, int]) -> None:
        self._paused.clear()
        self._positions = {
            partition: self._resolved(partition, offset) for partition, offset in start.items()
        }

    def poll(self, max_records: int, timeout_s: float) -> list[Record]:
        self._broker.tick()
        if self._missing_topics:
            missing, self._missing_topics = self._missing_topics, []
            raise errors.RetriableError(f"topics {', '.join(missing)} do not exist; create them first")
        records = self._step(max_records)
        if not records and timeout_s > 0:
            self._broker.idle(timeout_s)
            records = self._step(max_records)
        return records

    def seek(self, partition: TopicPartition, offset: int) -> None:
        if partition not in self._positions:
            raise errors.FatalError(
                f"{partition} is not assigned to this consumer; only assigned ones can be sought"
            )
        self._positions[partition] = self._resolved(partition, offset)

    def position(self, partition: TopicPartition) -> int | None:
        return self._positions.get(partition)

    def pause(self, partitions: Sequence[TopicPartition]) -> None:
        self._paused.update(partitions)

    def resume(self, partitions: Sequence[TopicPartition]) -> None:
        self._paused.difference_update(partitions)

    def assignment(self) -> list[TopicPartition]:
        return sorted(self._positions)

    def committed(self, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int | None]:
        self._broker.tick()
        self._broker.faults.raise_failed_lookup(self._client_id)
        group = self._require_group("ask for committed offsets")
        for partition in partitions:
            if self._committed_only and group.is_unstable(partition):
                raise errors.RetriableError(
                    f"the offset of {partition} is part of an open transaction; call again"
                )
        return {partition: group.offsets.get(partition) for partition in partitions}

    def watermarks(self, partition: TopicPartition) -> tuple[int, int]:
        self._broker.tick()
        self._broker.faults.raise_failed_lookup(self._client_id)
        log = self._broker.partition(partition)
        return log.first_offset, log.last_stable_offset if self._committed_only else log.high_watermark

    def heard_end(self, partition: TopicPartition) -> int | None:
        return self._broker.partition(partition).high_watermark

    def offsets_for_time(
        self, partitions: Sequence[TopicPartition], timestamp_ms: int
    ) -> dict[TopicPartition, int]:
        found = {
            partition: self._broker.partition(partition).offset_at(timestamp_ms) for partition in partitions
        }
        return {partition: END if offset is None else offset for partition, offset in found.items()}

    def group_metadata(self) -> GroupMetadata:
        self._require_group("prove membership")
        if self._member is None:
            raise errors.FencedError("this consumer is no member of its group; subscribe() and poll() first")
        return self._member.proof()

    def commit(self, offsets: Mapping[TopicPartition, int]) -> None:
        self._broker.tick()
        group = self._require_group("commit offsets")
        group.commit(offsets, None if self._member is None else self._member.proof())

    def close(self) -> None:
        self._broker.tick()
        if self._member is not None:
            self._member.leave()
            self._member = None
        self._positions = {}

    def _step(self, max_records: int) -> list[Record]:
        if self._member is not None:
            self._member.follow()
        records: list[Record] = []
        order = list(self._positions)
        # Begin with another partition each time, so that a full one cannot starve the rest.
        self._turn += 1
        start = self._turn % len(order) if order else 0
        for partition in order[start:] + order[:start]:
            if len(records) >= max_records:
                break
            if partition not in self._paused:
                records += self._read(partition, max_records - len(records))
        return records

    def _read(self, partition: TopicPartition, max_records: int) -> list[Record]:
        log = self._broker.partition(partition)
        position = self._positions[partition]
        if position is None:
            position = self._committed_position(partition)
            if position is None:
                return []
        if not log.first_offset <= position <= log.high_watermark:
            position = log.first_offset
        records, self._positions[partition] = log.read(position, max_records, committed=self._committed_only)
        return records

    def _committed_position(self, partition: TopicPartition) -> int | None:
        """Where the group stands; None while an open transaction may yet change that."""
        if self._group is None or (self._committed_only and self._group.is_unstable(partition)):
            return None
        return self._group.offsets.get(partition, self._broker.partition(partition).first_offset)

    def _own(self, partitions: Sequence[TopicPartition]) -> None:
        self._positions = dict.fromkeys(partitions)
        self._paused.clear()

    def _resolved(self, partition: TopicPartition, offset: int) -> int:
        if offset >= 0:
            return offset
        low, high = self.watermarks(partition)
        return low if offset == BEGINNING else high

    def _require_group(self, what: str) -> Group:
        if self._group is None:
            raise RuntimeError(f"a reader without a group cannot {what}; make the consumer with a group")
        return self._group
