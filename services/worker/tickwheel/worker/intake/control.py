"""Follows what the cluster tells workers: recalls and drains (from the start of their retention), breaker verdicts."""

from collections.abc import Callable, Mapping

from tickwheel.protocol.control import DrainWorker, RecallAttempt
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition
from tickwheel.worker.floor.floor import Floor
from tickwheel.worker.intake.recalls import Recalls
from tickwheel.worker.presence.identity import Identity

log = logs.logger(__name__)

MAX_RECORDS = 5_000
CATCH_UP_S = 0.5

OnDrain = Callable[[DrainWorker], None]
OnVerdict = Callable[[HandlerHealth], None]


class Control:
    """Owned by the intake thread. Control records are not transactional: they are sent again until they had effect."""

    def __init__(
        self,
        *,
        log: Log,
        topics: Topics,
        codec: Codec,
        identity: Identity,
        floor: Floor,
        recalls: Recalls,
        on_drain: OnDrain,
        on_verdict: OnVerdict,
    ) -> None:
        self._log = log
        self._partitions = (TopicPartition(topics.control, 0), TopicPartition(topics.handler_health, 0))
        self._codec = codec
        self._identity = identity
        self._floor = floor
        self._recalls = recalls
        self._on_drain = on_drain
        self._on_verdict = on_verdict
        self._consumer: Consumer | None = None

    def start(self) -> None:
        """Read all there is, so that no attempt is claimed whose recall is known to the cluster."""
        self.close()
        consumer = self._consumer = self._log.consumer(None)
        consumer.assign(dict.fromkeys(self._partitions, BEGINNING))
        ends = {partition: consumer.watermarks(partition)[1] for partition in self._partitions}
        while _unread(consumer, ends):
            if not self.run_once(CATCH_UP_S) and _unread(consumer, ends):
                raise RetriableError(
                    "the control topic could not be read to its end; is the broker reachable?"
                )

    def run_once(self, timeout_s: float = 0.0) -> int:
        """Act on what is new. Returns how many records that were."""
        if self._consumer is None:
            raise RuntimeError("start() comes first")
        records = self._consumer.poll(MAX_RECORDS, timeout_s)
        for record in records:
            self._act(record)
        return len(records)

    def close(self) -> None:
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            consumer.close()

    def _act(self, record: Record) -> None:
        if record.value is None:
            return
        try:
            message = self._codec.decode(record.value)
        except DecodeError as fault:
            log.warning(
                "A control record cannot be read and is passed over", offset=record.offset, fault=str(fault)
            )
            return
        if isinstance(message, RecallAttempt):
            self._recall(message)
        elif isinstance(message, DrainWorker) and message.worker_id == self._identity.worker_id:
            self._on_drain(message)
        elif isinstance(message, HandlerHealth):
            self._on_verdict(message)

    def _recall(self, recall: RecallAttempt) -> None:
        """Not held: it may still lie in a mailbox. If it was ended here, its outcome is on the way and stands."""
        if recall.worker_id not in ("", self._identity.worker_id):
            return
        if not self._floor.recall(recall):
            self._recalls.remember(recall)


def _unread(consumer: Consumer, ends: Mapping[TopicPartition, int]) -> bool:
    return any((consumer.position(partition) or 0) < end for partition, end in ends.items())
