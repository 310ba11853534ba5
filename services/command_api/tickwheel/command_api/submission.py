"""Produces a command and waits for its decision. The only way in which the API changes anything."""

import asyncio
import threading

from tickwheel.command_api.answers import Answer, Answers
from tickwheel.protocol import routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.vocabulary import Lane
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import Log, Producer
from tickwheel.runtime.log.records import TopicPartition

POLL_S = 0.05


class BrokerUnavailableError(Exception):
    """The command could not be handed to Kafka: nothing happened, and the same request may be sent again."""


class Submission:
    def __init__(self, source: Log, topics: Topics, codec: Codec, answers: Answers, partitions: int) -> None:
        self._source = source
        self._topics = topics
        self._codec = codec
        self._answers = answers
        self._partitions = partitions
        self._producer: Producer | None = None
        self._stop = threading.Event()
        self._poller: threading.Thread | None = None

    def start(self) -> None:
        self._producer = self._source.producer()
        self._poller = threading.Thread(target=self._serve_deliveries, name="deliveries", daemon=True)
        self._poller.start()

    def stop(self) -> None:
        self._stop.set()
        if self._poller is not None:
            self._poller.join(5.0)
        if self._producer is not None:
            self._producer.flush(1.0)
            self._producer.close()
            self._producer = None

    async def submit(self, command: Command, job_id: str, lane: Lane, timeout_s: float) -> Answer | None:
        """The decision; None if the command is safe in the log but was not decided within the time."""
        answer = self._answers.expect(command.command_id)
        try:
            await self._produce(command, job_id, lane)
            return await asyncio.wait_for(asyncio.shield(answer), timeout_s)
        except TimeoutError:
            return None
        finally:
            self._answers.forget(command.command_id)

    async def _produce(self, command: Command, job_id: str, lane: Lane) -> None:
        if self._producer is None:
            raise BrokerUnavailableError("the API is stopping")
        loop = asyncio.get_running_loop()
        delivered: asyncio.Future[None] = loop.create_future()

        def on_delivery(error: LogError | None, where: TopicPartition, offset: int) -> None:
            loop.call_soon_threadsafe(_settle, delivered, error)

        key = job_id.encode()
        partition = routing.partition_for(key, self._partitions)
        value = self._codec.encode(command)
        try:
            self._producer.produce(
                self._topics.commands(lane), partition, key, value, on_delivery=on_delivery
            )
        except RetriableError as fault:
            raise BrokerUnavailableError(str(fault)) from fault
        await delivered

    def _serve_deliveries(self) -> None:
        while not self._stop.is_set():
            if self._producer is not None:
                self._producer.poll(POLL_S)


def _settle(delivered: "asyncio.Future[None]", error: LogError | None) -> None:
    if delivered.done():
        return
    if error is None:
        delivered.set_result(None)
    else:
        delivered.set_exception(BrokerUnavailableError(str(error)))
