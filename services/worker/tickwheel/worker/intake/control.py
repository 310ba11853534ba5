"""Follows the control topic from the start of its retention: recalls and drains for this worker."""

from collections.abc import Callable

from tickwheel.protocol.control import DrainWorker, RecallAttempt
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
    ) -> None:
        self._log = log
        self._partition = TopicPartition(topics.control, 0)
        self._codec = codec
        self._identity = identity
        self._floor = floor
        self._recalls = recalls
        self._on_drain = on_drain
        self._consumer: Consumer | None = None

    def start(self) -> None:
        """Read all there is, so that no attempt is claimed whose recall is known to the cluster."""
        self.close()
        self._consumer = self._log.consumer(None)
        self._consumer.assign({self._partition: BEGINNING})
        end = self._consumer.watermarks(self._partition)[1]
        while (self._consumer.position(self._partition) or 0) < end:
            if not self.run_once(CATCH_UP_S) and (self._consumer.position(self._partition) or 0) < end:
                raise RetriableError(
                    f"{self._partition.topic} could not be read to its end; is the broker reachable?"
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
        try:
            message = self._codec.decode(record.value or b"")
        except DecodeError as fault:
            log.warning(
                "A control record cannot be read and is passed over", offset=record.offset, fault=str(fault)
            )
            return
        if isinstance(message, RecallAttempt):
            self._recall(message)
        elif isinstance(message, DrainWorker) and message.worker_id == self._identity.worker_id:
            self._on_drain(message)

    def _recall(self, recall: RecallAttempt) -> None:
        """Not held: it may still lie in a mailbox. If it was ended here, its outcome is on the way and stands."""
        if recall.worker_id not in ("", self._identity.worker_id):
            return
        if not self._floor.recall(recall):
            self._recalls.remember(recall)
