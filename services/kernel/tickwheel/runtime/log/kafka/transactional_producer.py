"""The transactional producer port over confluent-kafka. Decides nothing: the error rules are in `batch.py`."""

from collections.abc import Callable, Mapping

import confluent_kafka
from confluent_kafka import KafkaError, KafkaException

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import faults
from tickwheel.runtime.log.kafka.deputy import Deputy
from tickwheel.runtime.log.kafka.settings import (
    INIT_TIMEOUT_S,
    MESSAGE_TIMEOUT_MS,
    TRANSACTION_CALL_TIMEOUT_S,
)
from tickwheel.runtime.log.ports import GroupMetadata, Headers
from tickwheel.runtime.log.records import TopicPartition


class KafkaTransactionalProducer:
    def __init__(self, client: confluent_kafka.Producer, transactional_id: str) -> None:
        self._transactional_id = transactional_id
        self._producer: confluent_kafka.Producer | None = client
        self._produce: Callable[..., None] = client.produce
        self._deputy: Deputy | None = None

    @property
    def transactional_id(self) -> str:
        return self._transactional_id

    def init(self) -> None:
        with faults.translated(f"take over the transactional id {self._transactional_id}"):
            self._open().init_transactions(INIT_TIMEOUT_S)

    def begin(self) -> None:
        with faults.translated("begin a transaction"):
            self._open().begin_transaction()

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
            self._produce(topic, value, key, partition, None, None, timestamp_ms, list(headers) or None)
        except BufferError:
            self._drain()
            self.produce(topic, partition, key, value, headers=headers, timestamp_ms=timestamp_ms)
        except KafkaException as e:
            raise self._fault(e, f"produce to {topic}[{partition}]") from e

    def send_offsets(self, offsets: Mapping[TopicPartition, int], group: GroupMetadata) -> None:
        """By a deputy: librdkafka ignores the time-out of this one call (its issue 5456), and hangs in it if the group's
        coordinator leaves the cluster in an orderly way (its issue 5511). One that hangs is left behind with its client,
        until the broker closes that client's idle connections, after ten minutes, and by that wakes it."""
        positions = [confluent_kafka.TopicPartition(*p, offset) for p, offset in offsets.items()]
        send = self._open().send_offsets_to_transaction
        if self._deputy is None:
            self._deputy = Deputy(f"offsets-{self._transactional_id}")
        try:
            with faults.translated("add the input offsets to the transaction"):
                self._deputy.call(
                    lambda: send(positions, group, TRANSACTION_CALL_TIMEOUT_S), TRANSACTION_CALL_TIMEOUT_S
                )
        except TimeoutError:
            raise errors.IndefiniteError(
                f"Kafka did not add the input offsets to the transaction within {TRANSACTION_CALL_TIMEOUT_S:g} s"
            ) from None

    def commit(self) -> None:
        with faults.translated("commit the transaction", indefinite_on_timeout=True):
            self._open().commit_transaction(TRANSACTION_CALL_TIMEOUT_S)

    def abort(self) -> None:
        with faults.translated("abort the transaction", indefinite_on_timeout=True):
            self._open().abort_transaction(TRANSACTION_CALL_TIMEOUT_S)

    def close(self) -> None:
        """Not the client's own close(): that one aborts and flushes, for as long as a dead broker takes."""
        producer, self._producer = self._producer, None
        if self._deputy is not None:
            self._deputy.leave()
        if producer is not None:
            self._produce = _refuse
            producer.purge(blocking=False)

    def _open(self) -> confluent_kafka.Producer:
        if self._producer is None:
            raise errors.FatalError("this transactional producer is closed; make a new one")
        return self._producer

    def _drain(self) -> None:
        """The local queue is full: write what is in it, within the time a record may live."""
        with faults.translated("make room in the queue"):
            left = self._open().flush(MESSAGE_TIMEOUT_MS / 1_000)
        if left:
            raise errors.AbortableError("the broker takes no records; abort and read the input again")

    def _fault(self, exception: KafkaException, doing: str) -> errors.LogError:
        """After a fatal error produce() says only "fatal"; poll() then tells the reason."""
        if exception.args[0].code() == KafkaError._FATAL:
            try:
                self._open().poll(0)
            except KafkaException as reason:
                return faults.from_exception(reason, doing)
        return faults.from_exception(exception, doing)


def _refuse(*_: object) -> None:
    raise errors.FatalError("this transactional producer is closed; make a new one")
