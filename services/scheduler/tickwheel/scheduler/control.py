"""Tells workers what was decided about attempts they have. Not transactional: sent after the commit, and again after a restore."""

from collections.abc import Iterable

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.ports import Log, Producer
from tickwheel.runtime.log.records import TopicPartition

log = logs.logger(__name__)


class Control:
    def __init__(self, source: Log, topics: Topics, codec: Codec) -> None:
        self._source = source
        self._topic = topics.control
        self._codec = codec
        self._producer: Producer | None = None

    def open(self) -> None:
        if self._producer is None:
            self._producer = self._source.producer()

    def send(self, recalls: Iterable[RecallAttempt]) -> None:
        """Returns at once; a recall that is lost is covered by the lease, or by the next owner."""
        if self._producer is None:
            return
        for recall in recalls:
            key = recall.execution_id.encode()
            self._producer.produce(self._topic, 0, key, self._codec.encode(recall), on_delivery=_note)
        self._producer.poll()

    def close(self) -> None:
        producer, self._producer = self._producer, None
        if producer is not None:
            producer.flush(1.0)
            producer.close()


def _note(error: LogError | None, where: TopicPartition, offset: int) -> None:
    if error is not None:
        log.warning("A recall could not be sent", topic=where.topic, error=str(error))
