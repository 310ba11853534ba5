"""One batch of decisions: streamed into a transaction as they are made, then committed or taken back as a whole."""

from tickwheel.protocol.control import RecallAttempt
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.runtime import metrics
from tickwheel.runtime.codec import DecodeError, InvalidCommandError
from tickwheel.runtime.log.batch import BatchWriter
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.scheduler import inbox, state_records
from tickwheel.scheduler.engine.decide import decide
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.inputs import Input
from tickwheel.scheduler.engine.status import status_of
from tickwheel.scheduler.engine.surroundings import Surroundings
from tickwheel.scheduler.outbox import Outbox
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.spans import DecisionSpans
from tickwheel.scheduler.state_records import OWNER_KEY, Owner
from tickwheel.scheduler.tally import Tally


class Batch:
    """Begins its transaction with the first thing there is to write, so an idle round costs the broker nothing."""

    def __init__(
        self,
        writer: BatchWriter,
        outbox: Outbox,
        reader: inbox.Reader,
        surroundings: Surroundings,
        partitions: int,
        spans: DecisionSpans | None = None,
    ) -> None:
        self.records: list[Record] = []
        """Inputs from the log that this batch has dealt with."""
        self._next: dict[tuple[str, int], int] = {}
        self.recalls: list[RecallAttempt] = []
        self.inputs = 0
        self._tally = Tally()
        self._touched: dict[int, Partition] = {}
        self._writer = writer
        self._outbox = outbox
        self._reader = reader
        self._surroundings = surroundings
        self._partitions = partitions
        self._spans = spans
        self._begun = False

    @property
    def offsets(self) -> dict[TopicPartition, int]:
        """Up to where the inputs of this batch go."""
        return {TopicPartition(*where): offset for where, offset in self._next.items()}

    @property
    def is_empty(self) -> bool:
        return not self._begun and not self.records

    def take(self, record: Record, partition: Partition) -> None:
        """Decide on a record, or put it where it belongs. Its offset counts as read either way."""
        self.records.append(record)
        self._next[record.topic, record.partition] = record.offset + 1
        try:
            subject = self._reader.read(record)
        except DecodeError as error:
            self._quarantine(record, str(error))
            if isinstance(error, InvalidCommandError) and error.command_id:
                self._outbox.answer(record.partition, self._rejection(record, partition, error))
            return
        if partition.job(subject.id) is None:
            home = inbox.home_of(subject.id, self._partitions)
            if home != partition.number:
                self._forward(record, home)
                return
        self.decide(partition, subject.id, subject.input)

    def decide(self, partition: Partition, subject_id: str, cause: Input, sent_to: str = "") -> Decision:
        """decide -> evolve (pending) -> produce, for one input."""
        if self._spans is None:
            decision = decide(partition.aggregate(subject_id), cause, self._surroundings)
        else:
            began_s = self._spans.began()
            decision = decide(partition.aggregate(subject_id), cause, self._surroundings)
            self._spans.decided(cause, decision, began_s)
        self.inputs += 1
        self._tally.count(cause, decision)
        if decision.events or decision.outbox:
            self._begin()
            self._touched[partition.number] = partition
            self._outbox.publish(subject_id, partition.number, decision)
            partition.adopt(subject_id, decision, self._surroundings.now_ms, sent_to)
        self.recalls += decision.recalls
        return decision

    def rang(self, partition: Partition) -> None:
        """Timers were taken off this partition's wheel: they go back on if the batch aborts."""
        self._touched[partition.number] = partition

    def announce(self, partition: Partition, owner: Owner) -> None:
        """Leave our name in a partition we have taken."""
        self._begin()
        self._outbox.state(partition.number, OWNER_KEY, state_records.encode(owner))

    def commit(self, offsets_of_owned: dict[TopicPartition, int]) -> None:
        """Timers alone are input too: then the offsets of what we own are repeated, for the fence they carry."""
        self._begin()
        for partition in self._touched.values():
            for key, value in partition.changes():
                self._outbox.state(partition.number, key, value)
        self._writer.commit(self.offsets or dict([next(iter(offsets_of_owned.items()))]))
        self.settle()
        self._tally.tell()

    def settle(self) -> None:
        for partition in self._touched.values():
            partition.settle()

    def undo(self) -> None:
        for partition in self._touched.values():
            partition.undo(self._surroundings.now_ms)

    def _begin(self) -> None:
        if not self._begun:
            self._writer.begin()
            self._begun = True

    def _quarantine(self, record: Record, error: str) -> None:
        self._begin()
        self._outbox.quarantine(record, error, self._surroundings.now_ms)
        metrics.RECORDS_QUARANTINED.labels(record.topic, "undecodable").inc()

    def _rejection(self, record: Record, partition: Partition, error: InvalidCommandError) -> CommandRejected:
        """Whoever sent a command that can be read but not be meant finds the answer where all answers are."""
        key = (record.key or b"").decode(errors="replace")
        job = partition.job(key)
        return CommandRejected(
            job_id=key,
            sequence=0 if job is None else job.sequence,
            at_ms=self._surroundings.now_ms,
            job_status=status_of(job),
            cause_id=error.command_id,
            command_type=error.command_type,
            code="invalid",
            field=error.field,
            message=str(error),
        )

    def _forward(self, record: Record, home: int) -> None:
        if inbox.was_forwarded(record):
            self._quarantine(record, f"it was forwarded once already, and still belongs to partition {home}")
            return
        self._begin()
        self._outbox.forward(record, home)
        metrics.RECORDS_FORWARDED.labels(record.topic).inc()
