"""Gives ready executions to workers, and says of the others why they wait."""

from collections.abc import Mapping

from tickwheel.protocol import routing
from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import Clock
from tickwheel.scheduler.batch import Batch
from tickwheel.scheduler.engine.inputs import Placed, Unplaceable
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.placement.choice import choose
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.ready import Line, ReadyQueue

EXPLAIN_EVERY_S = 1.0
EXPLAIN_AT_MOST = 200
"""Reasons written in one batch: a backlog of a million must not turn into a million events at once."""
LOOK_AT_MOST = 2_000
"""Places of a line looked at for it: nor must it hold up the loop."""


class Placer:
    def __init__(self, topics: Topics, directory: Directory, ready: ReadyQueue, clock: Clock) -> None:
        self._topics = topics
        self._directory = directory
        self._ready = ready
        self._clock = clock
        self._explained_at_s = float("-inf")

    def place(self, batch: Batch, owned: Mapping[int, Partition], limit: int) -> None:
        """Place up to `limit`, the most urgent lines first."""
        if not len(self._ready):
            return
        explain = self._clock.monotonic() - self._explained_at_s >= EXPLAIN_EVERY_S
        for line in self._ready.lines():
            limit -= self._place_line(batch, owned, line, limit)
            if explain and line.first() is not None:
                self._explain(batch, owned, line)
        if explain:
            self._explained_at_s = self._clock.monotonic()

    def _place_line(self, batch: Batch, owned: Mapping[int, Partition], line: Line, limit: int) -> int:
        need, placed = line.need, 0
        suitable = self._directory.suitable_for(need)
        while placed < limit and (head := line.first()) is not None:
            execution_id, number = head
            partition = owned.get(number)
            execution = None if partition is None else partition.executions.get(execution_id)
            if partition is None or execution is None:
                self._ready.discard(execution_id)
                continue
            worker = choose(suitable, need, _draw(execution_id))
            if worker is None:
                break
            topic = self._topics.executions(need.queue, routing.lane_of(execution.priority))
            mailbox = worker.mailbox(topic)
            if mailbox is None:
                break
            worker.take(need)
            cause = Placed(execution.job_id, execution_id, worker.heartbeat.worker_id, topic, mailbox)
            decision = batch.decide(partition, execution.job_id, cause, sent_to=cause.worker_id)
            if not decision.events:
                # The clock was set back, or it changed otherwise: its timer brings it back when it is due again.
                self._ready.discard(execution_id)
                partition.rearm_later(execution_id, self._clock.now_ms())
            placed += 1
        return placed

    def _explain(self, batch: Batch, owned: Mapping[int, Partition], line: Line) -> None:
        """Record why some of this line wait, where it is not recorded yet."""
        reason = self._directory.why_not(line.need)
        late_ms = self._clock.now_ms() - 1_000
        explained = 0
        for execution_id, number in line.some(LOOK_AT_MOST):
            partition = owned.get(number)
            execution = None if partition is None else partition.executions.get(execution_id)
            if partition is None or execution is None or execution.waiting_reason == reason:
                continue
            if execution.not_before_ms <= late_ms:
                batch.decide(partition, execution.job_id, Unplaceable(execution.job_id, execution_id, reason))
                explained += 1
                if explained >= EXPLAIN_AT_MOST:
                    break


def _draw(execution_id: str) -> int:
    """Well-mixed bits: an execution id is a hash."""
    return int(execution_id[:8] + execution_id[24:], 16)
