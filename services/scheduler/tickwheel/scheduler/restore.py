"""Brings the state of a newly owned partition back from the `state` topic, a stretch at a time.

A dead owner may have left a transaction open. Until it ends, nothing behind it can be read. It would time out by
itself in up to a minute; fencing its owner by name ends it at once. Its name stands in the partition's owner record.
"""

from collections.abc import Callable

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.scheduler import state_records
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.state_records import OWNER_KEY, Owner

PATIENCE_S = 0.3
"""How long an open transaction may still end by itself before its owner is fenced: a live one needs milliseconds."""


class Restore:
    """One partition on its way. `advance` again and again until it says that it is done."""

    def __init__(
        self, log: Log, topic: str, partition: Partition, clock: Clock, fence: Callable[[str], None]
    ) -> None:
        self.partition = partition
        self.previous_owner: Owner | None = None
        self._clock = clock
        self._fence = fence
        self._started_s = clock.monotonic()
        self._held_since_s: float | None = None
        self._reading = read_to_end(log, [TopicPartition(topic, partition.number)])

    @property
    def seconds(self) -> float:
        return self._clock.monotonic() - self._started_s

    def advance(self) -> bool:
        """Read one stretch; True when the partition is restored."""
        stretch = next(self._reading, None)
        if stretch is None:
            self.partition.finish_restore(self._clock.now_ms())
            return True
        for record in stretch.records:
            self._take(record)
        if stretch.held_back:
            self._fence_if_it_lasts()
        else:
            self._held_since_s = None
        return False

    def close(self) -> None:
        """Give it up half-way, because the partition is gone again."""
        self._reading = iter(())

    def _take(self, record: Record) -> None:
        key = record.key or b""
        if key != OWNER_KEY:
            self.partition.restore(key, record.value)
        elif record.value is not None:
            self.previous_owner = state_records.decode_owner(record.value)

    def _fence_if_it_lasts(self) -> None:
        now_s = self._clock.monotonic()
        if self._held_since_s is None:
            self._held_since_s = now_s
        elif self.previous_owner is not None and now_s - self._held_since_s > PATIENCE_S:
            self._fence(self.previous_owner.transactional_id)
            self._held_since_s = None
