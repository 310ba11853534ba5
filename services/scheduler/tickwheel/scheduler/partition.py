"""All that the owner of one partition holds in memory. Every index here is a function of the state records.

A change is made at once and its old value remembered, so that a batch that aborts is undone and one that commits costs
nothing more. Jobs stay encoded: a dormant job is its bytes and one timer, decoded when it is touched.
"""

from collections.abc import Iterator

from tickwheel.protocol.control import RecallAttempt
from tickwheel.scheduler import state_records
from tickwheel.scheduler.alarms import Alarms
from tickwheel.scheduler.engine import timers
from tickwheel.scheduler.engine.aggregate import Aggregate
from tickwheel.scheduler.engine.decision import Decision
from tickwheel.scheduler.engine.state import CalendarState, ExecutionState, JobState
from tickwheel.scheduler.executions import Executions
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.need import Need, need_of
from tickwheel.scheduler.placement.ready import ReadyQueue
from tickwheel.scheduler.wheel.timing_wheel import TimingWheel

HOT_JOBS = 20_000
"""Decoded jobs kept at hand; beyond that the cache starts over, which costs a decode each."""

FRUITLESS_PAUSE_MS = 1_000


class Partition:
    def __init__(
        self, number: int, now_ms: int, alarms: Alarms, directory: Directory, ready: ReadyQueue
    ) -> None:
        self.number = number
        self.wheel: TimingWheel[str] = TimingWheel(now_ms)
        self._alarms = alarms
        self.executions = Executions(number, self.wheel, alarms, directory, ready)
        self._jobs: dict[str, bytes] = {}
        self._hot: dict[str, JobState] = {}
        self._calendars: dict[str, CalendarState] = {}
        # While a restore is under way: only when every record is in may an execution ask for a worker.
        self._restoring: dict[str, ExecutionState] = {}
        # What this batch has changed: the value before it, None where there was none.
        self._jobs_before: dict[str, JobState | None] = {}
        self._executions_before: dict[str, ExecutionState | None] = {}
        self._calendars_before: dict[str, CalendarState | None] = {}
        self._rung: list[str] = []

    # Reading

    def __len__(self) -> int:
        return len(self._jobs)

    def aggregate(self, job_id: str) -> Aggregate:
        calendar = self._calendars.get(job_id) if self._calendars else None
        return Aggregate(self.job(job_id), self.executions.of_job(job_id), calendar)

    def job(self, job_id: str) -> JobState | None:
        job = self._hot.get(job_id)
        if job is None:
            encoded = self._jobs.get(job_id)
            if encoded is None:
                return None
            job = state_records.decode_job(encoded)
            if len(self._hot) >= HOT_JOBS:
                # Jobs changed in this batch are not encoded yet: they must stay.
                self._hot = {
                    changed: self._hot[changed] for changed in self._jobs_before if changed in self._hot
                }
            self._hot[job_id] = job
        return job

    def awaited_recalls(self) -> list[RecallAttempt]:
        """Recalls without an answer yet: whoever takes over sends them again."""
        recalls = map(timers.recall_of, self.executions)
        return [recall for recall in recalls if recall is not None]

    # Changing

    def ring(self, now_ms: int, limit: int) -> list[str]:
        """Take due timers off the wheel: ids of jobs and executions. They are armed again if the batch aborts."""
        due = self.wheel.advance(now_ms, limit)
        self._rung += due
        return due

    def adopt(self, job_id: str, decision: Decision, now_ms: int, sent_to: str = "") -> None:
        """Make what was decided the state, until the batch settles it or takes it back.

        `sent_to` is the worker that a dispatch among it is meant for.
        """
        if decision.calendar is not None:
            self._calendars_before.setdefault(job_id, self._calendars.get(job_id))
            self._calendars[job_id] = decision.calendar
        if decision.job is not self._hot.get(job_id):
            if job_id not in self._jobs_before:
                self._jobs_before[job_id] = self.job(job_id)
            self._set_job(job_id, decision.job)
        for execution_id, execution in decision.executions.items():
            if execution_id not in self._executions_before:
                self._executions_before[execution_id] = self.executions.get(execution_id)
            if execution is None:
                self.executions.remove(execution_id)
            else:
                self.executions.put(execution, self._need(execution, now_ms), sent_to)

    def changes(self) -> Iterator[tuple[bytes, bytes | None]]:
        """State records of everything that this batch has changed, each once, with its last value."""
        for job_id, before in self._jobs_before.items():
            job = self._hot.get(job_id)
            if job is None:
                if before is not None:
                    yield state_records.job_key(job_id), None
                continue
            encoded = state_records.encode(job)
            self._jobs[job_id] = encoded
            yield state_records.job_key(job_id), encoded
        yield from self._execution_changes()
        for calendar_id in self._calendars_before:
            yield state_records.calendar_key(calendar_id), state_records.encode(self._calendars[calendar_id])

    def settle(self) -> None:
        """The batch is committed."""
        self._jobs_before.clear()
        self._executions_before.clear()
        self._calendars_before.clear()
        self._rung.clear()

    def undo(self, now_ms: int) -> None:
        """The batch is aborted: everything is as before it, timers included."""
        for job_id, job in self._jobs_before.items():
            self._set_job(job_id, job)
            if job is not None:
                self._jobs[job_id] = state_records.encode(job)
        for execution_id, execution in self._executions_before.items():
            if execution is None:
                self.executions.remove(execution_id)
            else:
                self.executions.put(execution, self._need(execution, now_ms))
        for calendar_id, calendar in self._calendars_before.items():
            if calendar is None:
                del self._calendars[calendar_id]
            else:
                self._calendars[calendar_id] = calendar
        for timer in self._rung:
            self.rearm(timer)
        self.settle()

    def rearm(self, timer: str) -> None:
        execution = self.executions.get(timer)
        if execution is not None:
            self.executions.arm(execution)
        elif (job := self.job(timer)) is not None:
            self._arm(timer, self._alarms.of_job(job))

    def rearm_later(self, timer: str, now_ms: int) -> None:
        """A timer rang and nothing was decided: arm it again, but not to ring in the same breath for ever."""
        self.rearm(timer)
        due_ms = self.wheel.due_ms(timer)
        if due_ms is not None and due_ms <= now_ms:
            self.wheel.add(timer, now_ms + FRUITLESS_PAUSE_MS)

    # Restoring

    def restore(self, key: bytes, value: bytes | None) -> None:
        """Take in one state record, in the order of the log."""
        job_id, execution_id = state_records.ids_of(key)
        if state_records.is_calendar(key):
            if value is not None:
                self._calendars[job_id] = state_records.decode_calendar(value)
        elif execution_id:
            if value is None:
                self._restoring.pop(execution_id, None)
            else:
                self._restoring[execution_id] = state_records.decode_execution(value)
        elif value is None:
            self._jobs.pop(job_id, None)
            self.wheel.cancel(job_id)
        else:
            self._jobs[job_id] = value
            self._arm(job_id, self._alarms.of_job(state_records.decode_job(value)))

    def finish_restore(self, now_ms: int) -> None:
        """Index the executions once, when every record is in: only then may one of them ask for a worker."""
        restored, self._restoring = self._restoring, {}
        for execution in restored.values():
            self.executions.put(execution, self._need(execution, now_ms))

    def drop(self) -> None:
        """Ownership is gone: give back what is shared with other partitions."""
        self.executions.clear()

    def _set_job(self, job_id: str, job: JobState | None) -> None:
        if job is None:
            self._hot.pop(job_id, None)
            self._jobs.pop(job_id, None)
            self.wheel.cancel(job_id)
            return
        before = self._hot.get(job_id)
        self._hot[job_id] = job
        self._arm(job_id, self._alarms.of_job(job))
        if before is not None and before.definition is not job.definition is not None:
            self.executions.ask_anew(job_id, need_of(job.definition))

    def want_worker(self, execution: ExecutionState, now_ms: int) -> bool:
        """Let it wait for a worker, if it is due."""
        need = self._need(execution, now_ms)
        if need is not None:
            self.executions.want_worker(execution, need)
        return need is not None

    def _need(self, execution: ExecutionState, now_ms: int) -> Need | None:
        """What it asks of a worker, if it wants one now."""
        if not self._alarms.is_ready(execution, now_ms):
            return None
        job = self.job(execution.job_id)
        return None if job is None or job.definition is None else need_of(job.definition)

    def _execution_changes(self) -> Iterator[tuple[bytes, bytes | None]]:
        for execution_id, before in self._executions_before.items():
            execution = self.executions.get(execution_id)
            if execution is not None:
                yield (
                    state_records.execution_key(execution.job_id, execution_id),
                    state_records.encode(execution),
                )
            elif before is not None:
                yield state_records.execution_key(before.job_id, execution_id), None

    def _arm(self, timer: str, wake_ms: int) -> None:
        if wake_ms:
            self.wheel.add(timer, wake_ms)
        else:
            self.wheel.cancel(timer)
