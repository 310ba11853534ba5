"""Follows the end of a topic in a thread of its own, and tells whoever listens. Decides and stores nothing."""

import threading
from collections.abc import Callable, Sequence

from tickwheel.protocol.events.event import Event
from tickwheel.protocol.message import Message
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record, TopicPartition

MAX_RECORDS = 2_000
WAIT_S = 0.1
PAUSE_AFTER_FAULT_S = 0.5

log = logs.logger(__name__)


class Heard:
    """A record that was read. It is decoded when somebody asks: most records interest nobody here."""

    __slots__ = ("_codec", "_message", "record")

    def __init__(self, record: Record, codec: Codec) -> None:
        self.record = record
        self._codec = codec
        self._message: Message | None = None

    @property
    def message(self) -> Message | None:
        """None if it cannot be read: an older API must survive what a newer scheduler writes."""
        if self._message is None and self.record.value is not None:
            try:
                self._message = self._codec.decode(self.record.value)
            except DecodeError as error:
                log.warning(
                    "Passing over a record that cannot be read", offset=self.record.offset, error=str(error)
                )
        return self._message

    @property
    def event(self) -> Event | None:
        return self.message if isinstance(self.message, Event) else None


Listener = Callable[[Sequence[Heard]], None]


class Tail:
    """Starts at the end as it is at `start`: an answer to anything produced afterwards cannot be missed."""

    def __init__(self, source: Log, topic: str, partitions: int, codec: Codec) -> None:
        self._source = source
        self._topic = topic
        self._partitions = [TopicPartition(topic, number) for number in range(partitions)]
        self._codec = codec
        self._listeners: list[Listener] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._healthy = False

    def is_following(self) -> bool:
        """Its last read went well."""
        return self._healthy and self._thread is not None and self._thread.is_alive()

    def listen(self, listener: Listener) -> None:
        """Before `start`. Called on the tail's thread with what was read at once, in the order of each partition."""
        self._listeners.append(listener)

    def start(self) -> dict[int, int]:
        """Returns the next offset of each partition: where it begins."""
        consumer = self._source.consumer(None)
        ends = {partition: consumer.watermarks(partition)[1] for partition in self._partitions}
        consumer.assign(ends)
        self._thread = threading.Thread(
            target=self._run, args=(consumer,), name=f"tail {self._topic}", daemon=True
        )
        self._thread.start()
        return {partition.partition: offset for partition, offset in ends.items()}

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5.0)

    def _run(self, consumer: Consumer) -> None:
        try:
            while not self._stop.is_set():
                try:
                    records = consumer.poll(MAX_RECORDS, WAIT_S)
                except LogError as fault:
                    self._healthy = False
                    log.warning("Cannot follow a topic at the moment", topic=self._topic, fault=str(fault))
                    self._stop.wait(PAUSE_AFTER_FAULT_S)
                    continue
                self._healthy = True
                self._tell(records)
        finally:
            consumer.close()

    def _tell(self, records: list[Record]) -> None:
        if not records:
            return
        heard = [Heard(record, self._codec) for record in records]
        for listener in self._listeners:
            listener(heard)
