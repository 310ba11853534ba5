"""Which partitions this scheduler owns, and the way of each from assigned to restored.

    on_assigned          settle()                 advance()
    ──────────> arrived ──────────> restoring ──────────────> owned
                        └─ unchanged since we last owned it ──> owned
    on_revoked, on_lost: gone at once, from whichever

The listener methods run inside the consumer's poll and only take note; reading and fencing happen in `settle` and
`advance`, between batches. A partition that is not owned is not decided on: its records are dropped and read again.
A step that a fault of the log interrupts counts for nothing: its partitions have still to be restored, from the start.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.restore import Restore

log = logs.logger(__name__)


class Ownership:
    """A RebalanceListener of the consumer that reads the scheduler's inputs."""

    def __init__(
        self,
        source: Log,
        consumer: Consumer,
        state_topic: str,
        input_topics: Sequence[str],
        clock: Clock,
        make: Callable[[int], Partition],
        own_transactional_id: str,
    ) -> None:
        self.owned: dict[int, Partition] = {}
        self.next_offsets: dict[TopicPartition, int] = {}
        """The next input offset of each owned partition, as committed."""
        self.unannounced: set[int] = set()
        """Owned partitions whose owner record is still to be written, in the next batch."""
        self.latest_ms = 0
        """The latest time that owners before us have written down in what we restored."""
        self._source = source
        self._consumer = consumer
        self._state_topic = state_topic
        self._input_topics = input_topics
        self._clock = clock
        self._make = make
        self._own_transactional_id = own_transactional_id
        self._arrived: set[int] = set()
        self._restore: Restore | None = None
        self._warm: dict[int, tuple[Partition, int]] = {}

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        numbers = _numbers(partitions)
        self._arrived |= numbers
        # What has gone to others is theirs: what waits in it for a worker must not be counted here as well.
        for number in self._warm.keys() - numbers:
            self._warm.pop(number)[0].drop()
        metrics.REBALANCES.labels("assigned").inc()

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        """In good order: every batch is committed. Keep the state warm, in case the partition comes straight back."""
        numbers = _numbers(partitions)
        kept = numbers & self.owned.keys() - self.unannounced
        try:
            ends = self._ends_of_state(kept)
        except LogError as fault:
            log.info("Not kept warm: a broker does not answer", partitions=sorted(kept), fault=str(fault))
            ends = {}
        for number, end in ends.items():
            self._warm[number] = self.owned[number], end
        self._drop(numbers)
        metrics.REBALANCES.labels("revoked").inc()

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self._drop(_numbers(partitions))
        metrics.REBALANCES.labels("lost").inc()

    @property
    def is_restoring(self) -> bool:
        return self._restore is not None or bool(self._arrived)

    def settle(self) -> set[int]:
        """Start on what has arrived, and say which. Called after each poll, outside of any transaction.

        Records of these that were read before now will come again: reading starts over from what was committed.
        """
        if not self._arrived:
            return set()
        arrived = set(self._arrived)
        if self._restore is not None:
            arrived |= self._restore.partitions.keys()
        self._consumer.pause(self._inputs_of(arrived))
        known = self._still_warm(self._ends_of_state(arrived & self._warm.keys()))
        try:
            self._own(known)
        except LogError:
            _drop_all(known)
            raise
        self._arrived = set()
        missing = sorted(arrived - {partition.number for partition in known})
        self._restore = Restore(
            self._source, self._state_topic, map(self._make, missing), self._clock, self._fence
        )
        return arrived

    def advance(self) -> list[Partition]:
        """Read on in the restore under way; the partitions that became owned by it."""
        restore = self._restore
        if restore is None:
            return []
        restored = list(restore.partitions.values())
        try:
            if not restore.advance():
                return []
            self._own(restored)
        except LogError:
            # What was read so far is not the state: taken for it, the jobs of these partitions would be forgotten.
            self._restore = None
            self._arrived |= restore.partitions.keys()
            _drop_all(restored)
            raise
        self._restore = None
        self.unannounced |= restore.partitions.keys()
        self.latest_ms = max(self.latest_ms, restore.latest_ms)
        metrics.RESTORE_DURATION.observe(restore.seconds)
        log.info(
            "Restored partitions",
            partitions=sorted(restore.partitions),
            jobs=sum(len(partition) for partition in restored),
            executions=sum(len(partition.executions) for partition in restored),
            seconds=round(restore.seconds, 3),
        )
        return restored

    def start_over(self) -> None:
        """What was committed is in doubt: forget all state and restore every assigned partition from the log."""
        self._drop(set(self.owned))
        self._restore = None
        self._arrived = _numbers(self._consumer.assignment())

    def close(self) -> None:
        self._drop(set(self.owned))
        self._restore = None

    def _still_warm(self, ends: Mapping[int, int]) -> list[Partition]:
        """Those whose state nobody has written to since we let go of it, not even an owner record: ours is still true."""
        warm, self._warm = self._warm, {}
        known = []
        for number, (partition, end) in warm.items():
            if ends.get(number) == end:
                known.append(partition)
            else:
                partition.drop()
        return known

    def _own(self, partitions: list[Partition]) -> None:
        """The state is there; go on with the inputs from where it was committed."""
        inputs = self._inputs_of([partition.number for partition in partitions])
        if not inputs:
            return
        for where, offset in self._consumer.committed(inputs).items():
            self._consumer.seek(where, BEGINNING if offset is None else offset)
            self.next_offsets[where] = offset or 0
        self._consumer.resume(inputs)
        self.owned |= {partition.number: partition for partition in partitions}
        metrics.PARTITIONS_OWNED.set(len(self.owned))

    def _drop(self, numbers: set[int]) -> None:
        self._arrived -= numbers
        self.unannounced -= numbers
        if self._restore is not None and numbers & self._restore.partitions.keys():
            self._arrived |= self._restore.partitions.keys() - numbers
            self._restore = None
        for number in numbers & self.owned.keys():
            partition = self.owned.pop(number)
            if number not in self._warm:
                partition.drop()
        for where in self._inputs_of(numbers):
            self.next_offsets.pop(where, None)
        metrics.PARTITIONS_OWNED.set(len(self.owned))

    def _inputs_of(self, numbers: Iterable[int]) -> list[TopicPartition]:
        return [TopicPartition(topic, number) for number in numbers for topic in self._input_topics]

    def _ends_of_state(self, numbers: Iterable[int]) -> dict[int, int]:
        looker = self._source.consumer(None, isolation="read_uncommitted")
        try:
            return {
                number: looker.watermarks(TopicPartition(self._state_topic, number))[1] for number in numbers
            }
        finally:
            looker.close()

    def _fence(self, transactional_id: str) -> None:
        if transactional_id in ("", self._own_transactional_id):
            return
        log.warning("Fencing the former owner: it left a transaction open", transactional_id=transactional_id)
        producer = self._source.transactional_producer(transactional_id)
        try:
            producer.init()
        finally:
            producer.close()


def _drop_all(partitions: Iterable[Partition]) -> None:
    for partition in partitions:
        partition.drop()


def _numbers(partitions: Iterable[TopicPartition]) -> set[int]:
    return {partition.partition for partition in partitions}
