"""Sends commands to Kafka for `App.enqueue`, and tells when the broker has them."""

import threading
from concurrent.futures import Future
from functools import partial

from tickwheel.protocol.message import Message
from tickwheel.protocol.routing import lane_of, partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.cluster import Cluster
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.settings import KafkaGroup
from tickwheel.worker.nearest import nearest

POLL_S = 0.05


class Submitter:
    """Thread-safe. One thread of its own serves acknowledgements, from the first command to `close`."""

    def __init__(self, log: Log, kafka: KafkaGroup, codec: Codec | None = None) -> None:
        self._codec = codec or Codec()
        self._topics = Topics(kafka.topic_prefix)
        # A program that only enqueues need not be told how the cluster is laid out.
        fixed = Cluster(log, self._topics, self._codec).require()
        self.namespace = fixed.namespace
        self._partitions = fixed.partitions
        self._producer = log.producer()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="enqueue", daemon=True)
        self._thread.start()

    def send(self, job_id: str, priority: int, command: Message, headers: dict[str, str]) -> Future[None]:
        """The future is done when every replica has it."""
        done: Future[None] = Future()
        key = job_id.encode()
        value = self._codec.encode(command)
        topic = self._topics.commands(lane_of(priority))
        for _ in range(2):
            try:
                self._producer.produce(
                    topic,
                    partition_for(key, self._partitions),
                    key,
                    value,
                    headers=[(name, text.encode()) for name, text in headers.items()],
                    on_delivery=partial(_settle, done),
                )
            except RetriableError:
                self._producer.poll(1.0)
            else:
                return done
        raise RetriableError(
            "the queue to the broker is full: enqueue more slowly, or look whether the broker is reachable"
        )

    def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            self._thread.join()
            self._producer.close()

    def _serve(self) -> None:
        while not self._closed.is_set():
            self._producer.poll(POLL_S)


def _settle(done: Future[None], error: LogError | None, where: TopicPartition, offset: int) -> None:
    # Whoever waited may give up at this very moment, on another thread: the thread that serves all the others goes on.
    if not done.set_running_or_notify_cancel():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def from_environment() -> Submitter:
    """For programs that only enqueue: the settings that every Tickwheel process reads."""
    # Here, not above: tests enqueue through a log in memory and need no client library for Kafka.
    from tickwheel.runtime.log.kafka import KafkaLog

    kafka = kafka_here()
    return Submitter(KafkaLog(kafka.bootstrap, "tickwheel-enqueue", kafka.connection()), kafka)


def kafka_here() -> KafkaGroup:
    """The Kafka of the settings; if they name none, that of the `tickwheel dev` which runs in this folder or above."""
    from tickwheel.runtime.settings import TopicsSettings, load

    return nearest(load(TopicsSettings).kafka)
