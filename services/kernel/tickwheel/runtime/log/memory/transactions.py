"""The transaction coordinator: one open transaction a transactional id, epochs that fence, time-outs.

         first produce or send_offsets            commit, abort, time-out, init
empty ─────────────────────────────────> open ──────────────────────────────────> empty
                                               time-out and init: epoch + 1, the old producer is fenced
"""

from collections.abc import Mapping

import msgspec

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.group import Group
from tickwheel.runtime.log.memory.partition import Partition
from tickwheel.runtime.log.records import TopicPartition


class Transaction(msgspec.Struct):
    """What one transactional id has under way."""

    key: str
    epoch: int = 0
    opened_at: float | None = None
    commit_at: float | None = None
    """When a commit whose reply was lost will be applied by the broker after all; None if none is on its way."""
    partitions: dict[TopicPartition, Partition] = {}
    groups: dict[str, Group] = {}

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None


class TransactionCoordinator:
    def __init__(self, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._transactions: dict[str, Transaction] = {}

    def init(self, transactional_id: str) -> Transaction:
        """Settle what was left open, fence the producer that left it."""
        transaction = self._transactions.setdefault(transactional_id, Transaction(transactional_id))
        if transaction.is_open:
            self.end(transaction, committed=transaction.commit_at is not None)
        transaction.epoch += 1
        return transaction

    def check(self, transaction: Transaction, epoch: int) -> None:
        if transaction.epoch != epoch:
            raise errors.FencedError(
                f"a newer producer has taken over the transactional id {transaction.key}, or its transaction timed out"
            )

    def add_partition(self, transaction: Transaction, partition: Partition, now: float) -> None:
        self._open(transaction, now)
        transaction.partitions[partition.where] = partition

    def add_offsets(
        self, transaction: Transaction, group: Group, offsets: Mapping[TopicPartition, int], now: float
    ) -> None:
        self._open(transaction, now)
        transaction.groups[group.name] = group
        group.hold(transaction.key, offsets)

    def end(self, transaction: Transaction, *, committed: bool) -> None:
        for partition in transaction.partitions.values():
            partition.end_transaction(transaction.key, committed=committed)
        for group in transaction.groups.values():
            group.end_transaction(transaction.key, committed=committed)
        transaction.partitions = {}
        transaction.groups = {}
        transaction.opened_at = transaction.commit_at = None

    def expire(self, now: float) -> None:
        """Apply late commits that are due; abort what has been open for too long and fence its producer."""
        for transaction in self._transactions.values():
            if transaction.commit_at is not None and now >= transaction.commit_at:
                self.end(transaction, committed=True)
            elif transaction.opened_at is not None and now - transaction.opened_at >= self._timeout_s:
                self.end(transaction, committed=transaction.commit_at is not None)
                transaction.epoch += 1

    def _open(self, transaction: Transaction, now: float) -> None:
        if transaction.opened_at is None:
            transaction.opened_at = now
