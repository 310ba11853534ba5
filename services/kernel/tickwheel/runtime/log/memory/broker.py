"""The broker in memory: topics, groups, the transaction coordinator and the clock they live by.

Share one between the MemoryLogs of all processes of a test. `faults` and the methods below injure it.
"""

from collections.abc import Callable

from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.faults import Faults
from tickwheel.runtime.log.memory.group import Group
from tickwheel.runtime.log.memory.partition import Partition
from tickwheel.runtime.log.memory.transactions import TransactionCoordinator
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.log.topic import Topic


class MemoryBroker:
    """`on_idle(timeout_s)` is called when a poll finds nothing; it may advance a manual clock."""

    def __init__(
        self,
        clock: Clock,
        *,
        session_timeout_ms: int = 6_000,
        max_poll_interval_ms: int = 60_000,
        transaction_timeout_ms: int = 10_000,
        on_idle: Callable[[float], None] | None = None,
    ) -> None:
        self.clock = clock
        self.faults = Faults()
        self.topics: dict[str, Topic] = {}
        self.transactions = TransactionCoordinator(transaction_timeout_ms / 1_000)
        self._partitions: dict[TopicPartition, Partition] = {}
        self._partition_counts: dict[str, int] = {}
        self._groups: dict[str, Group] = {}
        self._session_s = session_timeout_ms / 1_000
        self._max_poll_s = max_poll_interval_ms / 1_000
        self._on_idle = on_idle
        self._silent: dict[str, float] = {}
        self._ticked_at = -1.0

    def now(self) -> float:
        return self.clock.monotonic()

    def tick(self) -> None:
        """Let time-outs that are due happen. Called by clients whenever time may have passed."""
        now = self.now()
        if now == self._ticked_at:
            return
        self._ticked_at = now
        self.transactions.expire(now)
        for group in self._groups.values():
            for member in group.members.values():
                member.silent_since = self._silent.get(member.client_id)
            group.expire(now, self._session_s, self._max_poll_s)

    def idle(self, timeout_s: float) -> None:
        if self._on_idle is not None:
            self._on_idle(timeout_s)
            self.tick()

    def create_topic(self, topic: Topic) -> None:
        self.topics[topic.name] = topic
        self._partition_counts[topic.name] = topic.partitions
        for number in range(topic.partitions):
            where = TopicPartition(topic.name, number)
            self._partitions[where] = Partition(where)
        for group in self._groups.values():
            group.notice_topic(topic.name)

    def delete_topic(self, name: str) -> None:
        topic = self.topics.pop(name)
        del self._partition_counts[name]
        for number in range(topic.partitions):
            del self._partitions[TopicPartition(name, number)]

    def partition(self, where: TopicPartition) -> Partition:
        try:
            return self._partitions[where]
        except KeyError:
            raise errors.RetriableError(f"{where} does not exist; create the topics first") from None

    def group(self, name: str) -> Group:
        if name not in self._groups:
            self._groups[name] = Group(name, self._partition_counts)
        return self._groups[name]

    def drop_heartbeats(self, client_id: str) -> None:
        """The client's process hangs or is cut off: after a session its group goes on without it. It may come back."""
        self._silent.setdefault(client_id, self.now())

    def restore_heartbeats(self, client_id: str) -> None:
        self.tick()
        self._silent.pop(client_id, None)

    def hide_new_records(self, where: TopicPartition) -> None:
        """Fetches are slow: what is written from now on is seen only after `show_records`."""
        partition = self.partition(where)
        partition.visible_end = partition.high_watermark

    def show_records(self, where: TopicPartition) -> None:
        self.partition(where).visible_end = None

    def compact(self, topic: str) -> None:
        for number in range(self.topics[topic].partitions):
            self.partition(TopicPartition(topic, number)).compact()

    def truncate(self, where: TopicPartition, before: int) -> None:
        self.partition(where).truncate(before)
