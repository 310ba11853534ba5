"""Which partitions this scheduler owns, and the way of each from assigned to restored.

    on_assigned          settle()                 advance()
    ──────────> arrived ──────────> restoring ──────────────> owned
                        └─ unchanged since we last owned it ──> owned
    on_revoked, on_lost: gone at once, from whichever

The listener methods run inside the consumer's poll and only take note; reading and fencing happen in `settle` and
`advance`, between batches. A partition that is not owned is not decided on: its records are dropped and read again.
"""

from collections.abc import Callable, Iterable, Sequence

from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import TopicPartition
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
        self._source = source
        self._consumer = consumer
        self._state_topic = state_topic
        self._input_topics = input_topics
        self._clock = clock
        self._make = make
        self._own_transactional_id = own_transactional_id
        self._arrived: set[int] = set()
        self._restoring: dict[int, Restore] = {}
        self._warm: dict[int, tuple[Partition, int]] = {}

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self._arrived |= _numbers(partitions)
        metrics.REBALANCES.labels("assigned").inc()

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        """In good order: every batch is committed. Keep the state warm, in case the partition comes straight back."""
        numbers = _numbers(partitions)
        for number in numbers & self.owned.keys() - self.unannounced:
            self._warm[number] = self.owned[number], self._end_of_state(number)
        self._drop(numbers)
        metrics.REBALANCES.labels("revoked").inc()

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self._drop(_numbers(partitions))
        metrics.REBALANCES.labels("lost").inc()

    @property
    def is_restoring(self) -> bool:
        return bool(self._restoring or self._arrived)

    def settle(self) -> None:
        """Start on what has arrived. Called after each poll, outside of any transaction."""
        if not self._arrived:
            return
        arrived, self._arrived = self._arrived, set()
        self._consumer.pause(self._inputs_of(arrived))
        for number in sorted(arrived):
            if not self._take_back(number):
                self._restoring[number] = Restore(
                    self._source, self._state_topic, self._make(number), self._clock, self._fence
                )
        for partition, _ in self._warm.values():
            partition.drop()
        self._warm.clear()

    def advance(self) -> list[Partition]:
        """Read on in every restore under way; the partitions that became owned by it."""
        done = []
        for number, restore in list(self._restoring.items()):
            if restore.advance():
                del self._restoring[number]
                self._own(restore.partition)
                self.unannounced.add(number)
                done.append(restore.partition)
                metrics.RESTORE_DURATION.observe(restore.seconds)
                log.info(
                    "Restored a partition",
                    partition=number,
                    jobs=len(restore.partition),
                    executions=restore.partition.executions,
                    seconds=round(restore.seconds, 3),
                )
        return done

    def start_over(self) -> None:
        """What was committed is in doubt: forget all state and restore every assigned partition from the log."""
        assigned = _numbers(self._consumer.assignment())
        self._drop(set(self.owned) | set(self._restoring))
        self._arrived = assigned

    def close(self) -> None:
        self._drop(set(self.owned) | set(self._restoring))

    def _take_back(self, number: int) -> bool:
        """Nobody has written to the state since we let go of it, not even an owner record: ours is still true."""
        partition, end = self._warm.get(number, (None, -1))
        if partition is None or self._end_of_state(number) != end:
            return False
        del self._warm[number]
        self._own(partition)
        return True

    def _own(self, partition: Partition) -> None:
        """The state is there; go on with the inputs from where it was committed."""
        inputs = self._inputs_of([partition.number])
        for where, offset in self._consumer.committed(inputs).items():
            start = self._consumer.watermarks(where)[0] if offset is None else offset
            self._consumer.seek(where, start)
            self.next_offsets[where] = start
        self._consumer.resume(inputs)
        self.owned[partition.number] = partition
        metrics.PARTITIONS_OWNED.set(len(self.owned))

    def _drop(self, numbers: set[int]) -> None:
        self._arrived -= numbers
        self.unannounced -= numbers
        for number in numbers:
            restore = self._restoring.pop(number, None)
            if restore is not None:
                restore.close()
            partition = self.owned.pop(number, None)
            if partition is not None and number not in self._warm:
                partition.drop()
        for where in self._inputs_of(numbers):
            self.next_offsets.pop(where, None)
        metrics.PARTITIONS_OWNED.set(len(self.owned))

    def _inputs_of(self, numbers: Iterable[int]) -> list[TopicPartition]:
        return [TopicPartition(topic, number) for number in numbers for topic in self._input_topics]

    def _end_of_state(self, number: int) -> int:
        looker = self._source.consumer(None, isolation="read_uncommitted")
        try:
            return looker.watermarks(TopicPartition(self._state_topic, number))[1]
        finally:
            looker.close()

    def _fence(self, transactional_id: str) -> None:
        if transactional_id == self._own_transactional_id:
            return
        log.warning("Fencing the former owner: it left a transaction open", transactional_id=transactional_id)
        producer = self._source.transactional_producer(transactional_id)
        try:
            producer.init()
        finally:
            producer.close()


def _numbers(partitions: Iterable[TopicPartition]) -> set[int]:
    return {partition.partition for partition in partitions}
