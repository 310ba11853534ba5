"""The claim loop: reads dispatches, claims them in one transaction with their offsets, and only then lets them start.

    gather ──> begin ──> claim each ──> commit with offsets ──> admit to the floor
                 │                         │
                 └── aborted: rewind       └── unknown: settle, adopt what the log says was claimed, rewind

Everything read is claimed, also what will be handed back: between the commit of an offset and an outcome the worker may
die, and only a claim lets its lease resolve that.
"""

from collections.abc import Callable, Mapping, Sequence

from tickwheel.protocol.dispatch import AttemptDispatch
from tickwheel.protocol.routing import lane_of, partition_for
from tickwheel.protocol.topics import Topics
from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.codec import Codec, DecodeError
from tickwheel.runtime.log.batch import BatchAborted, BatchUnknown, BatchWriter, OwnershipLost
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record
from tickwheel.runtime.log.rewind import rewind
from tickwheel.runtime.quarantine import quarantined
from tickwheel.worker.floor import ending
from tickwheel.worker.floor.ending import Ended
from tickwheel.worker.floor.floor import Floor
from tickwheel.worker.floor.held import Held
from tickwheel.worker.intake.batch import Batch, claim_of
from tickwheel.worker.intake.doubt import committed_claims
from tickwheel.worker.intake.mailboxes import Mailboxes
from tickwheel.worker.intake.recalls import Recalls
from tickwheel.worker.presence.identity import Identity
from tickwheel.worker.sdk.handler import Handler

log = logs.logger(__name__)

MAX_BATCH = 1_000
POLL_S = 0.05
GATHER_S = 0.04
"""A transaction costs the same for one claim as for many, so what starts much later waits this long for company."""
SOON_MS = 250
"""What starts sooner than this waits for nobody."""

Report = Callable[[Sequence[Ended]], None]


class ClaimLoop:
    """One thread owns it, with the mailbox consumer and the transactional producer."""

    def __init__(
        self,
        *,
        log: Log,
        topics: Topics,
        codec: Codec,
        clock: Clock,
        queue: str,
        partitions: int,
        identity: Identity,
        floor: Floor,
        recalls: Recalls,
        report: Report,
        handlers: Mapping[str, Handler],
        on_owned: Callable[..., None],
    ) -> None:
        self._log = log
        self._topics = topics
        self._codec = codec
        self._clock = clock
        self._queue = queue
        self._partitions = partitions
        self._identity = identity
        self._floor = floor
        self._recalls = recalls
        self._report = report
        self._handlers = handlers
        self._on_owned = on_owned
        self._consumer: Consumer | None = None
        self._in_doubt: tuple[Batch, int] | None = None
        self._unsettled = False
        """A batch has failed: nothing is read before its fate is known and the consumer stands where the group does."""

    def start(self) -> None:
        self.close()
        self._consumer = self._log.consumer(f"{self._topics.prefix}worker.{self._queue}")
        transactional_id = f"{self._topics.prefix}worker.{self._queue}.{self._identity.instance}"
        self._writer = BatchWriter(self._log, transactional_id, self._consumer)
        self._writer.open()
        self._unsettled = False
        self._mailboxes = Mailboxes(self._consumer, self._topics.mailboxes(self._queue), self._on_owned)

    def run_once(self, timeout_s: float = POLL_S) -> int:
        """Claim what has arrived. Returns how many attempts were claimed."""
        if self._unsettled:
            self._settle()
        batch = self._gather(timeout_s)
        if not len(batch):
            return 0
        if not self._commit(batch):
            return 0
        self._adopt(batch.attempts)
        return len(batch.attempts)

    def close(self) -> None:
        """Leave the group. Nothing is claimed any more."""
        if self._consumer is not None:
            self._consumer = None
            self._mailboxes.close()
            self._writer.close()

    def _gather(self, timeout_s: float) -> Batch:
        """What is there now; and, if none of it starts soon, what else arrives in a moment."""
        batch = Batch(self._identity.worker_id)
        records, _ = self._mailboxes.read(MAX_BATCH, timeout_s)
        until = self._clock.monotonic() + GATHER_S
        while records:
            self._read_into(batch, records)
            left_s = until - self._clock.monotonic()
            if len(batch) >= MAX_BATCH or left_s <= 0 or batch.earliest_ms < self._clock.now_ms() + SOON_MS:
                break
            records, still_ours = self._mailboxes.read(MAX_BATCH - len(batch), left_s)
            if not still_ours:
                batch = Batch(self._identity.worker_id)
        return batch

    def _read_into(self, batch: Batch, records: list[Record]) -> None:
        decode, handlers, worker_id = self._codec.decode, self._handlers, batch.worker_id
        batch.note(records)
        for record in records:
            try:
                dispatch = decode(record.value or b"", AttemptDispatch)
            except DecodeError as fault:
                batch.unreadable.append((record, str(fault)))
                continue
            partition = partition_for(dispatch.job_id.encode(), self._partitions)
            batch.attempts.append(Held(dispatch, handlers.get(dispatch.handler), worker_id, partition))
            if dispatch.not_before_ms < batch.earliest_ms:
                batch.earliest_ms = dispatch.not_before_ms

    def _commit(self, batch: Batch) -> bool:
        now_ms = self._clock.now_ms()
        self._unsettled = True
        try:
            self._write(batch, now_ms)
        except BatchAborted as fault:
            log.warning("Claims were aborted and are read again", claims=len(batch), fault=str(fault))
        except OwnershipLost as fault:
            log.warning(
                "Claims came too late: the mailboxes have another owner", claims=len(batch), fault=str(fault)
            )
        except BatchUnknown as fault:
            log.warning("It is not known whether claims were committed", claims=len(batch), fault=str(fault))
            self._in_doubt = (batch, now_ms)
        else:
            self._unsettled = False
        return not self._unsettled

    def _write(self, batch: Batch, now_ms: int) -> None:
        writer, encode, topic = self._writer, self._codec.encode, self._topics.claims
        writer.begin()
        for held in batch.attempts:
            writer.produce(
                topic, held.partition, held.dispatch.job_id.encode(), encode(claim_of(held, now_ms))
            )
        for record, error in batch.unreadable:
            writer.produce(
                self._topics.quarantine,
                0,
                record.key,
                encode(quarantined(record, error, found_by="worker", at_ms=now_ms)),
            )
            metrics.RECORDS_QUARANTINED.labels(record.topic, "undecodable").inc()
        writer.commit(batch.offsets)

    def _adopt(self, attempts: list[Held]) -> None:
        """These are ours now. What was recalled meanwhile goes back."""
        ours: list[Held] = []
        back: list[Ended] = []
        for held in attempts:
            if self._recalls.concerns(held.dispatch):
                back.append((held, ending.RECALLED))
            else:
                ours.append(held)
        if back:
            self._report(back)
        metrics.WORKER_CLAIMS.labels(self._queue, "claimed").inc(len(ours))
        metrics.WORKER_CLAIMS.labels(self._queue, "returned").inc(len(back))
        self._time(ours)
        self._floor.admit(ours)

    def _time(self, claimed: list[Held]) -> None:
        """How long each could have been running already."""
        now_ms = self._clock.now_ms()
        waited_s: dict[str, list[float]] = {}
        for held in claimed:
            late_s = max(0, now_ms - held.dispatch.not_before_ms) / 1_000
            waited_s.setdefault(lane_of(held.dispatch.priority), []).append(late_s)
        for lane, seconds in waited_s.items():
            metrics.EXECUTION_QUEUE_TIME.labels(self._queue, lane).observe_all(seconds)

    def _settle(self) -> None:
        """A new producer epoch settles what is in doubt; then the log tells, and reading goes on from its offsets.

        Each step may fail while a broker is away. It is made again by the next round, which reads nothing before.
        """
        if not self._writer.is_open:
            self._writer.open()
        if self._in_doubt is not None:
            batch, since_ms = self._in_doubt
            claimed = committed_claims(self._log, self._codec, self._topics.claims, batch.attempts, since_ms)
            self._in_doubt = None
            log.info("Settled claims that were in doubt", claims=len(batch), committed=len(claimed))
            self._adopt(claimed)
        rewind(self._consumer_or_fail())
        self._unsettled = False

    def _consumer_or_fail(self) -> Consumer:
        if self._consumer is None:
            raise RuntimeError("start() comes first")
        return self._consumer
