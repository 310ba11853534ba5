"""Produces commands and waits for their decisions. The only way in which the API changes anything."""

import asyncio
import contextlib
import threading
from collections.abc import Sequence

from msgspec.structs import replace

from tickwheel.command_api.answers import Answer, Answers, Pending
from tickwheel.command_api.errors import (
    BrokerUnavailableError,
    BusyError,
    KeyInUseError,
    SubmissionError,
    UnknownFateError,
)
from tickwheel.command_api.spans import CommandSpans
from tickwheel.protocol import routing
from tickwheel.protocol.commands.command import Command
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.vocabulary import Lane
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import IndefiniteError, LogError
from tickwheel.runtime.log.ports import Log, OnDelivery, Producer
from tickwheel.runtime.log.records import TopicPartition

POLL_S = 0.01


class Submission:
    def __init__(
        self,
        source: Log,
        topics: Topics,
        codec: Codec,
        answers: Answers,
        partitions: int,
        at_most: int,
        spans: CommandSpans | None = None,
    ) -> None:
        self._source = source
        self._topics = topics
        self._codec = codec
        self._answers = answers
        self._partitions = partitions
        self._at_most = at_most
        self._spans = spans
        self._producer: Producer | None = None
        self._stop = threading.Event()
        self._poller: threading.Thread | None = None

    def start(self) -> None:
        if self._producer is not None:
            return
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
        return await self.wait(self.begin(command, job_id, lane), timeout_s)

    def begin(self, command: Command, job_id: str, lane: Lane) -> Pending:
        """Hand the command to Kafka; `wait` must follow. The same command twice at once is one command."""
        under_way = self._answers.find(command.command_id)
        if under_way is not None:
            if replace(under_way.command, issued_at_ms=command.issued_at_ms) != command:
                raise KeyInUseError
            under_way.waiters += 1
            return under_way
        if len(self._answers) >= self._at_most:
            raise BusyError(self._at_most)
        pending = self._answers.expect(command, job_id.encode())
        pending.waiters += 1
        try:
            self._produce(pending, lane)
        except BaseException:
            self._answers.forget(pending)
            raise
        return pending

    async def wait(self, pending: Pending, timeout_s: float) -> Answer | None:
        await self.settle((pending,), timeout_s)
        return outcome(pending)

    async def settle(self, pendings: Sequence[Pending], timeout_s: float) -> None:
        """Until all are decided or the time is over; one alarm for all. `outcome` tells of each."""
        alarm = asyncio.get_running_loop().call_later(timeout_s, _give_up, pendings)
        try:
            for pending in pendings:
                if not pending.answer.done():
                    with contextlib.suppress(SubmissionError):
                        await pending.answer
        finally:
            alarm.cancel()
            for pending in pendings:
                pending.waiters -= 1
                if not pending.waiters:
                    self._answers.forget(pending)

    async def tell(self, topic: str, key: str, message: Message, timeout_s: float) -> None:
        """Put a record on a topic of one partition, and wait until the broker has it."""
        if self._producer is None:
            raise BrokerUnavailableError("the API is stopping")
        loop = asyncio.get_running_loop()
        told: asyncio.Future[LogError | None] = loop.create_future()

        def on_delivery(error: LogError | None, where: TopicPartition, offset: int) -> None:
            loop.call_soon_threadsafe(_settle, told, error)

        self._producer.produce(topic, 0, key.encode(), self._codec.encode(message), on_delivery=on_delivery)
        await asyncio.wait((told,), timeout=timeout_s)
        if not told.done() or told.result() is not None:
            raise UnknownFateError(str(told.result() if told.done() else "the broker did not answer"))

    def _produce(self, pending: Pending, lane: Lane) -> None:
        if self._producer is None:
            raise BrokerUnavailableError("the API is stopping")
        partition = routing.partition_for(pending.key, self._partitions)
        command = pending.command if self._spans is None else self._spans.begin(pending)
        value = self._codec.encode(command)
        try:
            self._producer.produce(
                self._topics.commands(lane),
                partition,
                pending.key,
                value,
                on_delivery=_mark(pending, asyncio.get_running_loop()),
            )
        except LogError as fault:
            raise BrokerUnavailableError(str(fault)) from fault

    def _serve_deliveries(self) -> None:
        # Every so often, and then all there are: waking up for each would take the interpreter from those who answer.
        while not self._stop.wait(POLL_S):
            if self._producer is not None:
                self._producer.poll()


def outcome(pending: Pending) -> Answer | None:
    """The decision; None if the command is safe in the log and not decided yet."""
    answer = pending.answer.result()
    if answer is None and not pending.delivered:
        raise UnknownFateError("the broker has not acknowledged it in time")
    return answer


def _give_up(pendings: Sequence[Pending]) -> None:
    """Whoever asks later with the same key sends the command again, and gets the first answer."""
    for pending in pendings:
        if not pending.answer.done():
            pending.answer.set_result(None)


def _mark(pending: Pending, loop: asyncio.AbstractEventLoop) -> OnDelivery:
    """Called on the producer's thread. A delivery wakes nobody: the decision will."""

    def on_delivery(error: LogError | None, where: TopicPartition, offset: int) -> None:
        if error is None:
            pending.delivered = True
        else:
            loop.call_soon_threadsafe(_fail, pending, error)

    return on_delivery


def _settle(told: "asyncio.Future[LogError | None]", error: LogError | None) -> None:
    if not told.done():
        told.set_result(error)


def _fail(pending: Pending, error: LogError) -> None:
    if pending.answer.done() or not pending.waiters:
        return
    kind = UnknownFateError if isinstance(error, IndefiniteError) else BrokerUnavailableError
    pending.answer.set_exception(kind(str(error)))
