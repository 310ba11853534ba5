"""Brings the state of newly owned partitions back from the `state` topic, a stretch at a time.

A dead owner may have left a transaction open. Until it ends, nothing behind it can be read. It would time out by
itself in up to a minute; fencing its owner by name ends it at once. Its name stands in the partition's owner record.
"""

from collections.abc import Callable, Iterable

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.scheduler import state_records
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.state_records import OWNER_KEY, UnreadableStateError

PATIENCE_S = 0.3
"""How long an open transaction may still end by itself before its owner is fenced: a live one needs milliseconds."""


class Restore:
    """Some partitions on their way. `advance` again and again until it says that they are there."""

    def __init__(
        self,
        log: Log,
        topic: str,
        partitions: Iterable[Partition],
        clock: Clock,
        fence: Callable[[str], None],
    ) -> None:
        self.partitions = {partition.number: partition for partition in partitions}
        self._clock = clock
        self._fence = fence
        self._started_s = clock.monotonic()
        self._owners: dict[int, str] = {}
        self.latest_ms = 0
        """The latest time that an owner before us has written down."""
        self._held_since_s: float | None = None
        self._unreadable: dict[tuple[int, bytes], UnreadableStateError] = {}
        self._reading = read_to_end(log, [TopicPartition(topic, number) for number in self.partitions])

    @property
    def seconds(self) -> float:
        return self._clock.monotonic() - self._started_s

    def advance(self) -> bool:
        """Read one stretch; True when everything is restored."""
        stretch = next(self._reading, None)
        if stretch is None:
            for fault in self._unreadable.values():
                raise fault
            for partition in self.partitions.values():
                partition.finish_restore(self._clock.now_ms())
            return True
        for record in stretch.records:
            self._take(record)
        if stretch.held_back:
            self._fence_if_it_lasts(stretch.held_back)
        else:
            self._held_since_s = None
        return False

    def _take(self, record: Record) -> None:
        key = record.key or b""
        self.latest_ms = max(self.latest_ms, record.timestamp_ms)
        if key != OWNER_KEY:
            self._restore(record, key)
        elif record.value is not None:
            self._owners[record.partition] = state_records.decode_owner(record.value).transactional_id

    def _restore(self, record: Record, key: bytes) -> None:
        """A record that cannot be read is no fault if a later one has replaced it, as after a rebuild."""
        try:
            self.partitions[record.partition].restore(key, record.value)
        except UnreadableStateError as fault:
            self._unreadable[record.partition, key] = fault
        else:
            if self._unreadable:
                self._unreadable.pop((record.partition, key), None)

    def _fence_if_it_lasts(self, held_back: Iterable[TopicPartition]) -> None:
        now_s = self._clock.monotonic()
        if self._held_since_s is None:
            self._held_since_s = now_s
        elif now_s - self._held_since_s > PATIENCE_S:
            for owner in {self._owners.get(where.partition, "") for where in held_back}:
                self._fence(owner)
            self._held_since_s = None
