"""The plain producer port over confluent-kafka: idempotent, acknowledged by all, no transaction."""

from functools import partial

import confluent_kafka
from confluent_kafka import KafkaError, KafkaException, Message

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.kafka import faults
from tickwheel.runtime.log.kafka.settings import CALL_TIMEOUT_S
from tickwheel.runtime.log.ports import Headers, OnDelivery, OnFailure
from tickwheel.runtime.log.records import TopicPartition


class KafkaProducer:
    def __init__(self, client: confluent_kafka.Producer) -> None:
        self._producer = client
        self._produce = self._producer.produce

    def produce(
        self,
        topic: str,
        partition: int,
        key: bytes | None,
        value: bytes | None,
        *,
        headers: Headers = (),
        timestamp_ms: int = 0,
        on_delivery: OnDelivery | None = None,
        on_failure: OnFailure | None = None,
    ) -> None:
        report = None
        if on_failure is not None:
            report = partial(_report_failure, on_failure)
        elif on_delivery is not None:
            report = partial(_report, on_delivery)
        try:
            self._produce(topic, value, key, partition, report, None, timestamp_ms, list(headers) or None)
        except BufferError as e:
            raise errors.RetriableError("the producer's queue is full; call poll() and produce again") from e
        except KafkaException as e:
            raise faults.from_exception(e, f"produce to {topic}[{partition}]") from e

    def poll(self, timeout_s: float = 0.0) -> None:
        try:
            self._producer.poll(timeout_s)
        except KafkaException as e:
            raise faults.from_exception(e, "serve delivery reports") from e

    def flush(self, timeout_s: float) -> int:
        with faults.translated("write what is queued"):
            return self._producer.flush(timeout_s)

    def close(self) -> None:
        """Give what is queued a last chance, then let go of it."""
        if self._producer.flush(CALL_TIMEOUT_S):
            self._producer.purge(blocking=False)
            self._producer.poll(0)


def _report(on_delivery: OnDelivery, error: KafkaError | None, message: Message) -> None:
    where = TopicPartition(message.topic() or "", message.partition() or 0)
    if error is None:
        on_delivery(None, where, message.offset() or 0)
    else:
        on_delivery(faults.translate(error, f"write to {where}", indefinite_on_timeout=True), where, -1)


def _report_failure(on_failure: OnFailure, error: KafkaError | None, message: Message) -> None:
    """Hot path: nearly every record gets in."""
    if error is not None:
        what = f"write to {message.topic()}[{message.partition()}]"
        on_failure(faults.translate(error, what, indefinite_on_timeout=True))
