"""Tells workers what was decided about attempts they have. Not transactional: sent after the commit, and again after a restore."""

from collections.abc import Iterable
from functools import partial

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.log.ports import Log, Producer
from tickwheel.runtime.log.records import TopicPartition

log = logs.logger(__name__)


class Control:
    def __init__(self, source: Log, topics: Topics, codec: Codec) -> None:
        self._source = source
        self._topic = topics.control
        self._codec = codec
        self._producer: Producer | None = None
        self._under_way = 0
        self._failed: list[RecallAttempt] = []

    def open(self) -> None:
        if self._producer is None:
            self._producer = self._source.producer()

    def send(self, recalls: Iterable[RecallAttempt]) -> None:
        """Returns at once. One that cannot be sent is sent again by `serve`, or by the next owner."""
        if self._producer is None:
            return
        for recall in recalls:
            self._send(self._producer, recall)
        self._producer.poll()

    def serve(self) -> None:
        """Hear what became of those under way, and send again what did not get through: a live worker would
        otherwise never hear of it. One that has been answered meanwhile is stale to whoever reads it.
        """
        if self._producer is None or not (self._under_way or self._failed):
            return
        self._producer.poll()
        failed, self._failed = self._failed, []
        for recall in failed:
            self._send(self._producer, recall)

    def close(self) -> None:
        producer, self._producer = self._producer, None
        if producer is not None:
            producer.flush(1.0)
            producer.close()

    def _send(self, producer: Producer, recall: RecallAttempt) -> None:
        key, value = recall.execution_id.encode(), self._codec.encode(recall)
        try:
            producer.produce(self._topic, 0, key, value, on_delivery=partial(self._reported, recall))
        except RetriableError:
            self._failed.append(recall)
        else:
            self._under_way += 1

    def _reported(
        self, recall: RecallAttempt, error: LogError | None, where: TopicPartition, offset: int
    ) -> None:
        self._under_way -= 1
        if error is not None:
            log.warning("A recall could not be sent and is sent again", topic=where.topic, error=str(error))
            self._failed.append(recall)
