"""The worker's plain producer: outcomes, heartbeats, logs, statistics. Any thread may write; one thread serves it."""

import threading
from collections import deque
from functools import partial

from tickwheel.protocol.message import Message
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import OnDelivery, Producer

log = logs.logger(__name__)

Entry = tuple[str, int, bytes, bytes | None]
"""topic, partition, key, value."""


GATHER_S = 0.05
"""How far apart flocks of outcomes go out while many come. A lone one goes at once."""

FLOCK = 1_000
"""So many go out together, however soon."""


class Outbox:
    """Nothing given to `send` or `gather` is lost while the process lives: what the broker refuses for a time waits.

    The broker's work, and the scheduler's, goes by requests and partitions and hardly by records, and nothing that starts
    waits for an outcome. So under load they are gathered and go out in flocks.
    """

    def __init__(self, producer: Producer, codec: Codec, clock: Clock, gather_s: float = GATHER_S) -> None:
        self._producer = producer
        self._encode = codec.encode
        self._clock = clock
        self._gather_s = gather_s
        self._waiting: deque[Entry] = deque()
        self._handing_over = threading.Lock()
        self._handed_over_at = float("-inf")

    def send(self, topic: str, partition: int, key: str, message: Message) -> None:
        self.gather(topic, partition, key, message)
        self._hand_over()

    def gather(self, topic: str, partition: int, key: str, message: Message) -> None:
        """Send it with the next flock: `hand_over_if_due` comes after the last of them."""
        self._waiting.append((topic, partition, key.encode(), self._encode(message)))

    def hand_over_if_due(self) -> None:
        since_s = self._clock.monotonic() - self._handed_over_at
        if since_s >= self._gather_s or len(self._waiting) >= FLOCK:
            self._hand_over()

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
        """Serve acknowledgements and send what had to wait."""
        self._producer.poll(0.0)
        if self._waiting:
            self.hand_over_if_due()

    def flush(self, timeout_s: float) -> int:
        """Wait until all is acknowledged; returns how many records are not."""
        self._producer.poll(0.0)
        self._hand_over()
        return self._producer.flush(timeout_s) + len(self._waiting)

    def close(self) -> None:
        self._producer.close()

    def _hand_over(self) -> None:
        """To the producer, in the order they came. If another thread is at it, that one or the next pulse takes them."""
        if not self._handing_over.acquire(blocking=False):
            return
        try:
            self._handed_over_at = self._clock.monotonic()
            while self._waiting and self._try(self._waiting[0]):
                self._waiting.popleft()
        finally:
            self._handing_over.release()

    def _try(self, entry: Entry) -> bool:
        topic, partition, key, value = entry
        try:
            self._producer.produce(topic, partition, key, value, on_failure=partial(self._failed, entry))
        except RetriableError:
            return False
        return True

    def _failed(self, entry: Entry, error: LogError) -> None:
        log.warning("A record was not acknowledged and is sent again", topic=entry[0], fault=str(error))
        self._waiting.append(entry)
