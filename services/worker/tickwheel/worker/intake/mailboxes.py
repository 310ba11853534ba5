"""The mailboxes of a worker's queue: which it owns, and what is in them. Knows nothing of claims."""

from collections.abc import Callable, Sequence

from tickwheel.runtime import logs
from tickwheel.runtime.log.ports import Consumer
from tickwheel.runtime.log.records import Record, TopicPartition

log = logs.logger(__name__)

OnOwned = Callable[[Sequence[TopicPartition]], None]


class Mailboxes:
    """A RebalanceListener: everything here runs on the thread that polls."""

    def __init__(self, consumer: Consumer, topics: Sequence[str], on_owned: OnOwned) -> None:
        self._consumer = consumer
        self._on_owned = on_owned
        self._owned: set[TopicPartition] = set()
        self._changes = 0
        consumer.subscribe(topics, self)

    def read(self, max_records: int, timeout_s: float) -> tuple[list[Record], bool]:
        """Records, and whether what was read before still belongs to this worker."""
        before = self._changes
        records = self._consumer.poll(max_records, timeout_s)
        return records, before == self._changes

    def close(self) -> None:
        """Leave the group in good order: the mailboxes go to others at once."""
        self._consumer.close()

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self._own(self._owned | set(partitions))
        log.info("Took over mailboxes", mailboxes=len(partitions), owned=len(self._owned))

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self._own(self._owned - set(partitions))
        log.info("Handed mailboxes over", mailboxes=len(partitions), owned=len(self._owned))

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self._own(self._owned - set(partitions))
        log.warning("Lost mailboxes", mailboxes=len(partitions), owned=len(self._owned))

    def _own(self, partitions: set[TopicPartition]) -> None:
        self._owned = partitions
        self._changes += 1
        self._on_owned(sorted(partitions))
