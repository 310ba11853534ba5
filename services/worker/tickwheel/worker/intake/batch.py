"""One batch of dispatches on its way to being claimed."""

from collections.abc import Sequence

from tickwheel.protocol.claims import AttemptClaim
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.worker.floor.held import Held


class Batch:
    """Grows while records arrive; is claimed as a whole or not at all."""

    def __init__(self, worker_id: str) -> None:
        self.worker_id = worker_id
        self.attempts: list[Held] = []
        self.unreadable: list[tuple[Record, str]] = []
        self.offsets: dict[TopicPartition, int] = {}
        self.earliest_ms = 2**62
        """The first instant at which one of them is to start."""

    def __len__(self) -> int:
        return len(self.attempts) + len(self.unreadable)

    def note(self, records: Sequence[Record]) -> None:
        """Records of a partition come in order, so its last one tells the next offset."""
        last = {(record.topic, record.partition): record.offset for record in records}
        for (topic, partition), offset in last.items():
            self.offsets[TopicPartition(topic, partition)] = offset + 1


def claim_of(held: Held, now_ms: int) -> AttemptClaim:
    dispatch = held.dispatch
    return AttemptClaim(
        job_id=dispatch.job_id,
        execution_id=dispatch.execution_id,
        attempt=dispatch.attempt,
        worker_id=held.worker_id,
        starts_at_ms=max(dispatch.not_before_ms, now_ms),
    )
