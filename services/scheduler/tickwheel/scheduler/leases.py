"""Finds attempts whose worker has gone: the workers seen in the partitions, held against the live ones."""

from collections.abc import Iterable, Iterator

from tickwheel.runtime.clock import Clock
from tickwheel.scheduler.engine.inputs import LeaseLost
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.placement.directory import Directory

CHECK_EVERY_S = 0.5


class Leases:
    def __init__(self, directory: Directory, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock
        self._checked_at_s = float("-inf")

    def lost(self, partitions: Iterable[Partition]) -> Iterator[tuple[Partition, LeaseLost]]:
        """Each attempt that was claimed by a worker that can no longer be running it."""
        now_s = self._clock.monotonic()
        if now_s - self._checked_at_s < CHECK_EVERY_S:
            return
        self._checked_at_s = now_s
        self._directory.expire(now_s)
        for partition in partitions:
            for worker_id in partition.executions.workers():
                if self._directory.is_lost(worker_id, now_s):
                    yield from self._attempts(partition, worker_id)
        self._directory.forget_awaited(now_s)

    def _attempts(self, partition: Partition, worker_id: str) -> Iterator[tuple[Partition, LeaseLost]]:
        for execution_id in partition.executions.claimed_by(worker_id):
            execution = partition.executions.get(execution_id)
            if execution is not None:
                yield partition, LeaseLost(execution.job_id, execution_id, execution.attempt, worker_id)
