"""One batch of work = one transaction: its records and its input offsets, all or nothing. Owns the error rules.

        open()            begin()              commit(offsets)
closed ────────> ready ───────────> writing ────────────────────> ready
   ▲               │                  │  abort() or BatchAborted ──> ready
   └───────────────┴──────────────────┘  BatchUnknown, OwnershipLost, close()

What the caller does about a BatchError, and nothing else can come out of begin, produce, commit and abort:

BatchAborted    nothing of it happened     drop pending state, rewind to the committed offsets (`rewind.py`), go on
BatchUnknown    it may have happened       drop the partitions' state, open() again, restore from the log
OwnershipLost   another owner took over    stop acting for these partitions; open() again when some are assigned

open() after BatchUnknown is not a formality: it bumps the producer's epoch, and by that settles the fate of the
transaction in doubt before the log is read. A timed-out commit could otherwise still be applied after the restore.
"""

from collections.abc import Mapping
from typing import NoReturn

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.ports import Consumer, Headers, Log, TransactionalProducer
from tickwheel.runtime.log.records import TopicPartition


class BatchError(Exception):
    """Base of what can become of a batch that did not commit."""


class BatchAborted(BatchError):  # noqa: N818 - named after what happened
    """Nothing of the batch happened: drop pending state and read its input again."""


class BatchUnknown(BatchError):  # noqa: N818
    """The batch may or may not have happened: open again, then restore from the log."""


class OwnershipLost(BatchError):  # noqa: N818
    """Another owner has taken over: stop acting."""


class BatchWriter:
    """Writes batch after batch with one transactional producer, for the member that `consumer` is of its group."""

    def __init__(self, log: Log, transactional_id: str, consumer: Consumer) -> None:
        self._log = log
        self._transactional_id = transactional_id
        self._consumer = consumer
        self._producer: TransactionalProducer | None = None

    @property
    def is_open(self) -> bool:
        return self._producer is not None

    def open(self) -> None:
        """Fence whoever used this transactional id before. On a LogError it stays closed and may be called again."""
        self.close()
        producer = self._log.transactional_producer(self._transactional_id)
        try:
            producer.init()
        except errors.LogError:
            producer.close()
            raise
        self._producer = producer

    def begin(self) -> None:
        try:
            self._ready().begin()
        except errors.FencedError as fault:
            self._settle(fault)
        except errors.LogError as fault:
            self._lose(fault)

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
        try:
            self._ready().produce(topic, partition, key, value, headers=headers, timestamp_ms=timestamp_ms)
        except errors.LogError as fault:
            self._settle(fault)

    def commit(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit the batch with the next offsets of its input. Timers alone are input too: repeat the last offsets."""
        if not offsets:
            raise ValueError(
                "a batch without offsets cannot be fenced; give the next offset of an owned partition"
            )
        # The offsets go last. Sent while records are still being made they would cost the loop no time, but who takes over
        # from one that dies meanwhile waits for its transaction before he learns where to begin: 11 s instead of 5.
        try:
            self._ready().send_offsets(offsets, self._consumer.group_metadata())
            self._ready().commit()
        except errors.RetriableError as fault:
            # A time-out here means that the broker is away. Replacing the producer is quicker than waiting for an
            # abort as well, and librdkafka was once seen to hang in a transaction after such an abort.
            self._lose(fault)
        except errors.LogError as fault:
            self._settle(fault)

    def abort(self) -> None:
        """Give the batch up, for example because its partitions are being revoked."""
        try:
            self._ready().abort()
        except errors.FencedError as fault:
            self._settle(fault)
        except errors.LogError as fault:
            self._lose(fault)

    def close(self) -> None:
        """Let go of the producer at once. An open transaction waits for the next open() or its time-out."""
        producer, self._producer = self._producer, None
        if producer is not None:
            producer.close()

    def _ready(self) -> TransactionalProducer:
        if self._producer is None:
            raise errors.FatalError("the batch writer is closed; open() it before the next batch")
        return self._producer

    def _settle(self, fault: errors.LogError) -> NoReturn:
        """Bring the producer to a state where the caller can go on, and tell the caller how."""
        if isinstance(fault, errors.FencedError):
            self._abort_if_possible()
            self.close()
            raise OwnershipLost(str(fault)) from fault
        if isinstance(fault, errors.FatalError | errors.IndefiniteError):
            self._lose(fault)
        self.abort()
        raise BatchAborted(str(fault)) from fault

    def _lose(self, fault: errors.LogError) -> NoReturn:
        self.close()
        raise BatchUnknown(str(fault)) from fault

    def _abort_if_possible(self) -> None:
        """A member that lost its partitions still has a living producer: its open transaction must hold nobody back."""
        try:
            if self._producer is not None:
                self._producer.abort()
        except errors.LogError:
            return
