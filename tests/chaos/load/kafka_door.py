"""Orders by nothing but a Kafka client: safe once the broker has acknowledged the record."""

import threading

from tests.chaos.checker.history import OrderKind
from tests.chaos.cluster.clocks import Clocks
from tests.chaos.load.orders import Orders, Pending

from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.vocabulary import Lane
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.kafka import KafkaLog
from tickwheel.runtime.log.records import TopicPartition

NAMESPACE = "default"
POLL_S = 0.02


class KafkaDoor:
    def __init__(self, bootstrap: str, partitions: int, clocks: Clocks, orders: Orders) -> None:
        self._clocks = clocks
        self._orders = orders
        self._partitions = partitions
        self._codec = Codec()
        self._topics = Topics("tickwheel.")
        self._producer = KafkaLog(bootstrap, "chaos-load").producer()
        self._stop = threading.Event()
        self._poller = threading.Thread(target=self._poll, name="chaos-deliveries", daemon=True)
        self._poller.start()

    def send(
        self, kind: OrderKind, job: str, command: Command, lane: Lane = "normal", wait_s: float = 0
    ) -> bool:
        """With `wait_s`, wait for the acknowledgement; returns whether it came."""
        pending = Pending(self._clocks, kind, job, "kafka")
        key = ids.job_id(NAMESPACE, job).encode()
        heard = threading.Event()
        safe: list[bool] = []

        def on_delivery(error: LogError | None, where: TopicPartition, offset: int) -> None:
            if error is None:
                self._orders.add(pending.safe(command.command_id))
                safe.append(True)
            else:
                self._orders.add(pending.unknown(command.command_id))
            heard.set()

        self._producer.produce(
            self._topics.commands(lane),
            routing.partition_for(key, self._partitions),
            key,
            self._codec.encode(command),
            on_delivery=on_delivery,
        )
        if wait_s:
            heard.wait(wait_s)
        return bool(safe)

    def close(self) -> None:
        """Waits for what is under way."""
        self._producer.flush(60.0)
        self._stop.set()
        self._poller.join()
        self._producer.close()

    def _poll(self) -> None:
        while not self._stop.wait(POLL_S):
            self._producer.poll()
