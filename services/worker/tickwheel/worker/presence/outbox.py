"""The worker's plain producer: outcomes, heartbeats, logs, statistics. Any thread may write; one thread serves it."""

from collections import deque
from functools import partial

from tickwheel.protocol.message import Message
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import OnDelivery, Producer
from tickwheel.runtime.log.records import TopicPartition

log = logs.logger(__name__)

Entry = tuple[str, int, bytes, bytes | None]
"""topic, partition, key, value."""


class Outbox:
    """Nothing given to `send` is lost while the process lives: what the broker refuses for a time is sent again."""

    def __init__(self, producer: Producer, codec: Codec) -> None:
        self._producer = producer
        self._encode = codec.encode
        self._again: deque[Entry] = deque()

    def send(self, topic: str, partition: int, key: str, message: Message) -> None:
        entry = (topic, partition, key.encode(), self._encode(message))
        if self._again or not self._try(entry):
            self._again.append(entry)

    def send_once(
        self, topic: str, partition: int, key: str, message: Message, on_delivery: OnDelivery | None = None
    ) -> None:
        """For what is worthless later, such as a heartbeat: dropped if it cannot be sent now."""
        try:
            self._producer.produce(
                topic, partition, key.encode(), self._encode(message), on_delivery=on_delivery
            )
        except LogError as fault:
            log.warning("A record was not sent", topic=topic, fault=str(fault))

    def serve(self) -> None:
        """Serve acknowledgements and send again what had to wait."""
        self._producer.poll(0.0)
        while self._again and self._try(self._again[0]):
            self._again.popleft()

    def flush(self, timeout_s: float) -> int:
        """Wait until all is acknowledged; returns how many records are not."""
        self.serve()
        return self._producer.flush(timeout_s) + len(self._again)

    def close(self) -> None:
        self._producer.close()

    def _try(self, entry: Entry) -> bool:
        topic, partition, key, value = entry
        try:
            self._producer.produce(topic, partition, key, value, on_delivery=partial(self._delivered, entry))
        except RetriableError:
            return False
        return True

    def _delivered(self, entry: Entry, error: LogError | None, where: TopicPartition, offset: int) -> None:
        if error is not None:
            log.warning("A record was not acknowledged and is sent again", topic=entry[0], fault=str(error))
            self._again.append(entry)
