"""The live executions of one partition and every index over them: by job, by worker, by timer, by wish for a worker.

All of it follows from the executions themselves, so a restore and a batch taken back use the same two calls as the
hot path: `put` and `remove`.
"""

from collections.abc import Iterator, Mapping

from tickwheel.scheduler.alarms import Alarms
from tickwheel.scheduler.engine.aggregate import NO_EXECUTIONS
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.ready import ReadyQueue
from tickwheel.scheduler.wheel.timing_wheel import TimingWheel


class Executions:
    def __init__(
        self,
        partition: int,
        wheel: TimingWheel[str],
        alarms: Alarms,
        directory: Directory,
        ready: ReadyQueue,
    ) -> None:
        self._partition = partition
        self._wheel = wheel
        self._alarms = alarms
        self._directory = directory
        self._ready = ready
        self._by_id: dict[str, ExecutionState] = {}
        self._by_job: dict[str, dict[str, ExecutionState]] = {}
        self._at_worker: dict[str, set[str]] = {}
        # Whose credit an attempt is counted against: whom it was sent to, then whoever claimed it. After a restore
        # an unclaimed one counts against nobody, which the next heartbeat makes good.
        self._charged: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[ExecutionState]:
        """Over a copy, made in one step: any thread may ask."""
        return iter(list(self._by_id.values()))

    def get(self, execution_id: str) -> ExecutionState | None:
        return self._by_id.get(execution_id)

    def of_job(self, job_id: str) -> Mapping[str, ExecutionState]:
        return self._by_job.get(job_id, NO_EXECUTIONS)

    def workers(self) -> list[str]:
        """Workers that have claimed something here."""
        return list(self._at_worker)

    def claimed_by(self, worker_id: str) -> list[str]:
        return list(self._at_worker.get(worker_id, ()))

    def put(self, execution: ExecutionState, need: Need | None, sent_to: str = "") -> None:
        """A new execution, or the new state of one. `need` is what it asks of a worker, if it wants one now."""
        execution_id, status = execution.execution_id, execution.status
        before = self._by_id.get(execution_id)
        self._by_id[execution_id] = execution
        self._by_job.setdefault(execution.job_id, {})[execution_id] = execution
        self._at(before, execution)
        if status == "RUNNING":
            self._charge(execution_id, execution.worker_id)
        elif status == "QUEUED":
            self._charge(execution_id, sent_to or self._charged.get(execution_id, ""))
        elif before is not None:
            self._charge(execution_id, "")
        if need is None:
            self._ready.discard(execution_id)
        else:
            self.want_worker(execution, need)
        self.arm(execution)

    def remove(self, execution_id: str) -> None:
        execution = self._by_id.pop(execution_id, None)
        if execution is None:
            return
        siblings = self._by_job[execution.job_id]
        del siblings[execution_id]
        if not siblings:
            del self._by_job[execution.job_id]
        self._at(execution, None)
        self._charge(execution_id, "")
        self._ready.discard(execution_id)
        self._wheel.cancel(execution_id)

    def want_worker(self, execution: ExecutionState, need: Need) -> None:
        self._ready.push(execution.execution_id, self._partition, need, execution.priority, execution.due_ms)

    def ask_anew(self, job_id: str, need: Need) -> None:
        """The job asks for something else now: those that wait for a worker change lines."""
        for execution_id, execution in self.of_job(job_id).items():
            if execution_id in self._ready:
                self._ready.discard(execution_id)
                self.want_worker(execution, need)

    def arm(self, execution: ExecutionState) -> None:
        wake_ms = self._alarms.of_execution(execution)
        if wake_ms:
            self._wheel.add(execution.execution_id, wake_ms)
        else:
            self._wheel.cancel(execution.execution_id)

    def clear(self) -> None:
        """Give back what is shared with other partitions."""
        for execution_id in list(self._by_id):
            self.remove(execution_id)

    def _at(self, before: ExecutionState | None, after: ExecutionState | None) -> None:
        """Keep the list of what each worker has claimed."""
        was = before.worker_id if before is not None and before.status == "RUNNING" else ""
        now = after.worker_id if after is not None and after.status == "RUNNING" else ""
        if was == now:
            return
        if was and before is not None:
            claimed = self._at_worker[was]
            claimed.discard(before.execution_id)
            if not claimed:
                del self._at_worker[was]
        if now and after is not None:
            self._at_worker.setdefault(now, set()).add(after.execution_id)

    def _charge(self, execution_id: str, worker_id: str) -> None:
        charged = self._charged.get(execution_id, "")
        if charged == worker_id:
            return
        if charged:
            del self._charged[execution_id]
            self._directory.book(charged, -1)
        if worker_id:
            self._charged[execution_id] = worker_id
            self._directory.book(worker_id, 1)
