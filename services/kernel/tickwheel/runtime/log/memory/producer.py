"""The plain producer in memory. A record is in the log at once; its report waits for `poll`, as in Kafka."""

from collections import deque
from collections.abc import Callable

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.ports import Headers, OnDelivery, OnFailure
from tickwheel.runtime.log.records import TopicPartition


class MemoryProducer:
    def __init__(self, broker: MemoryBroker, client_id: str) -> None:
        self._broker = broker
        self._client_id = client_id
        self._reports: deque[Callable[[], None]] = deque()

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
        where = TopicPartition(topic, partition)
        target = self._broker.partition(where)
        written = self._broker.faults.take_failed_delivery(self._client_id)
        offset = -1
        if written is not False:
            offset = target.append(key, value, headers, timestamp_ms or self._broker.clock.now_ms())
        if written is not None:
            self._fail(where, on_delivery, on_failure)
        elif on_delivery is not None and on_failure is None:
            self._reports.append(lambda: on_delivery(None, where, offset))

    def _fail(
        self, where: TopicPartition, on_delivery: OnDelivery | None, on_failure: OnFailure | None
    ) -> None:
        error = errors.IndefiniteError(f"the report of a write to {where} was lost")
        if on_failure is not None:
            self._reports.append(lambda: on_failure(error))
        elif on_delivery is not None:
            self._reports.append(lambda: on_delivery(error, where, -1))

    def poll(self, timeout_s: float = 0.0) -> None:
        self._broker.tick()
        while self._reports:
            self._reports.popleft()()

    def flush(self, timeout_s: float) -> int:
        self.poll(timeout_s)
        return 0

    def close(self) -> None:
        self.poll()
