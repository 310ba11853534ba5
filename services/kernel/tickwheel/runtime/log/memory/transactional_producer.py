"""The transactional producer in memory. Records are in the log at once and hidden until the commit, as in Kafka."""

from collections.abc import Mapping

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.faults import LostReply
from tickwheel.runtime.log.memory.group import Membership
from tickwheel.runtime.log.memory.transactions import Transaction
from tickwheel.runtime.log.ports import GroupMetadata, Headers
from tickwheel.runtime.log.records import TopicPartition


class MemoryTransactionalProducer:
    def __init__(self, broker: MemoryBroker, transactional_id: str) -> None:
        self._broker = broker
        self._coordinator = broker.transactions
        self._transactional_id = transactional_id
        self._transaction: Transaction | None = None
        self._epoch = 0
        self._has_begun = False
        self._is_closed = False

    @property
    def transactional_id(self) -> str:
        return self._transactional_id

    def init(self) -> None:
        self._require_open()
        self._broker.tick()
        self._broker.faults.raise_failure(self._transactional_id, "init")
        self._transaction = self._coordinator.init(self._transactional_id)
        self._epoch = self._transaction.epoch

    def begin(self) -> None:
        self._broker.tick()
        self._mine()
        self._broker.faults.raise_failure(self._transactional_id, "begin")
        if self._has_begun:
            raise errors.FatalError("a transaction is open already; commit or abort it first")
        self._has_begun = True

    def produce(
        self,
        topic: str,
        partition: int,
        key: bytes | None,
        value: bytes | None,
        *,
        headers: Headers = (),
        timestamp_ms: int = 0,
    ) -> None:
        transaction = self._begun()
        self._broker.faults.raise_failure(self._transactional_id, "produce")
        target = self._broker.partition(TopicPartition(topic, partition))
        if target.where not in transaction.partitions:
            self._coordinator.add_partition(transaction, target, self._broker.now())
        timestamp_ms = timestamp_ms or self._broker.clock.now_ms()
        target.append(key, value, headers, timestamp_ms, transaction.key)

    def send_offsets(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None:
        self._broker.tick()
        transaction = self._begun()
        self._broker.faults.raise_failure(self._transactional_id, "send_offsets")
        if not isinstance(group, Membership):
            raise TypeError("group metadata comes from Consumer.group_metadata() of the same log")
        coordinator = self._broker.group(group.group)
        coordinator.validate(group)
        self._coordinator.add_offsets(transaction, coordinator, offsets, self._broker.now())

    def commit(self) -> None:
        self._broker.tick()
        transaction = self._begun()
        self._broker.faults.raise_failure(self._transactional_id, "commit")
        lost = self._broker.faults.take_lost_reply(self._transactional_id)
        if lost is not None:
            self._commit_in_doubt(transaction, lost)
        self._has_begun = False
        if transaction.is_open:
            self._coordinator.end(transaction, committed=True)

    def abort(self) -> None:
        self._broker.tick()
        transaction = self._begun()
        self._broker.faults.raise_failure(self._transactional_id, "abort")
        self._has_begun = False
        if transaction.is_open:
            self._coordinator.end(transaction, committed=False)

    def close(self) -> None:
        self._is_closed = True

    def _commit_in_doubt(self, transaction: Transaction, lost: LostReply) -> None:
        if transaction.is_open and lost.applied_after_ms is not None:
            transaction.commit_at = self._broker.now() + lost.applied_after_ms / 1_000
            if lost.applied_after_ms <= 0:
                self._coordinator.end(transaction, committed=True)
        raise errors.IndefiniteError("the reply to the commit was lost; restore from the log")

    def _begun(self) -> Transaction:
        transaction = self._mine()
        if not self._has_begun:
            raise errors.FatalError("no transaction is open; begin one first")
        return transaction

    def _mine(self) -> Transaction:
        self._require_open()
        if self._transaction is None:
            raise errors.FatalError("the producer has not been initialised; call init() first")
        self._coordinator.check(self._transaction, self._epoch)
        return self._transaction

    def _require_open(self) -> None:
        if self._is_closed:
            raise errors.FatalError("this transactional producer is closed; make a new one")
