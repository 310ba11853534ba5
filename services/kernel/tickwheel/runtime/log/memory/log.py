"""Makes clients of one broker in memory. One MemoryLog stands for one process, named by its client id."""

from tickwheel.runtime.log.memory.admin import MemoryAdmin
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.consumer import MemoryConsumer
from tickwheel.runtime.log.memory.producer import MemoryProducer
from tickwheel.runtime.log.memory.transactional_producer import MemoryTransactionalProducer
from tickwheel.runtime.log.ports import Isolation


class MemoryLog:
    def __init__(self, broker: MemoryBroker, client_id: str) -> None:
        self._broker = broker
        self._client_id = client_id

    def consumer(self, group: str | None, *, isolation: Isolation = "read_committed") -> MemoryConsumer:
        return MemoryConsumer(self._broker, self._client_id, group, isolation)

    def producer(self, *, linger_ms: int = 1) -> MemoryProducer:
        return MemoryProducer(self._broker, self._client_id)

    def transactional_producer(self, transactional_id: str) -> MemoryTransactionalProducer:
        return MemoryTransactionalProducer(self._broker, transactional_id)

    def admin(self) -> MemoryAdmin:
        return MemoryAdmin(self._broker)
