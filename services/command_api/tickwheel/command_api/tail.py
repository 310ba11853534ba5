"""Follows the end of the journal in a thread of its own, and tells whoever listens. Decides and stores nothing."""

import threading
from collections.abc import Callable

from tickwheel.protocol.events.event import Event
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record, TopicPartition

MAX_RECORDS = 2_000
WAIT_S = 0.1
PAUSE_AFTER_FAULT_S = 0.5

Listener = Callable[[Event, Record], None]

log = logs.logger(__name__)


class EventTail:
    """Starts at the end as it is at `start`: an answer to anything produced afterwards cannot be missed."""

    def __init__(self, source: Log, topic: str, partitions: int, codec: Codec) -> None:
        self._source = source
        self._partitions = [TopicPartition(topic, number) for number in range(partitions)]
        self._codec = codec
        self._listeners: list[Listener] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._next: dict[TopicPartition, int] = {}

    def listen(self, listener: Listener) -> None:
        """Before `start`. Called on the tail's thread, for every event, in the order of each partition."""
        self._listeners.append(listener)

    def start(self) -> None:
        consumer = self._source.consumer(None)
        self._next = {partition: consumer.watermarks(partition)[1] for partition in self._partitions}
        consumer.assign(self._next)
        self._thread = threading.Thread(target=self._run, args=(consumer,), name="event-tail", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5.0)

    def _run(self, consumer: Consumer) -> None:
        try:
            while not self._stop.is_set():
                try:
                    self._take(consumer.poll(MAX_RECORDS, WAIT_S))
                except LogError as fault:
                    log.warning("Cannot read the journal at the moment", fault=str(fault))
                    self._stop.wait(PAUSE_AFTER_FAULT_S)
        finally:
            consumer.close()

    def _take(self, records: list[Record]) -> None:
        for record in records:
            self._next[TopicPartition(record.topic, record.partition)] = record.offset + 1
            if record.value is None:
                continue
            try:
                event = self._codec.decode(record.value, Event)
            except DecodeError as error:
                log.warning(
                    "Passing over an event that cannot be read", offset=record.offset, error=str(error)
                )
                continue
            for listener in self._listeners:
                listener(event, record)
