"""What waits, what runs and who is there, looked at once a scrape from another thread. Changes nothing, holds nothing up.

Everything that may change meanwhile is copied in one step first. Each scheduler tells of the executions in its own
partitions, and of all workers.
"""

from collections import Counter, defaultdict
from typing import get_args

from tickwheel.protocol import routing
from tickwheel.protocol.vocabulary import FailureKind
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock
from tickwheel.scheduler.ownership import Ownership
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.ready import ReadyQueue, Waiting

WORK_OFF_IN_S = 300.0
"""The backlog should be gone after this long: workers are advised for that."""
A_ROUND_MAY_TAKE_S = 1.0


class Gauges:
    def __init__(self, ownership: Ownership, ready: ReadyQueue, directory: Directory, clock: Clock) -> None:
        self._ownership = ownership
        self._ready = ready
        self._directory = directory
        self._clock = clock
        self._round_began_s = clock.monotonic()
        self._begun: set[str] = set()
        self._mean_run_s: dict[str, float] = {}
        self._runs: dict[str, tuple[float, float]] = {}

    def round_began(self) -> None:
        """Called by the loop: one store, no lock."""
        self._round_began_s = self._clock.monotonic()

    def look(self) -> None:
        self._begin_at_zero()
        partitions = list(self._ownership.owned.values())
        metrics.JOBS_HELD.set(sum(map(len, partitions)))
        metrics.WHEEL_TIMERS.set(sum(len(partition.wheel) for partition in partitions))
        metrics.SCHEDULER_LAG.set(self._lag_s(partitions))
        self._tell_in_flight(partitions)
        self._tell_waiting(self._ready.everybody())
        self._tell_workers()

    def _begin_at_zero(self) -> None:
        """A counter that is born with its first count hides that count from every rate."""
        for queue in self._queues() - self._begun:
            self._begun.add(queue)
            metrics.ATTEMPTS_LOST.labels(queue)
            metrics.DEAD_LETTERS.labels(queue)
            for lane in routing.LANES:
                metrics.EXECUTIONS_COMPLETED.labels(queue, lane)
                for kind in get_args(FailureKind):
                    metrics.EXECUTIONS_FAILED.labels(queue, lane, kind)

    def _lag_s(self, partitions: list[Partition]) -> float:
        """A round that hangs has taken its timers off the wheel: then its own age is what they are late by."""
        round_s = self._clock.monotonic() - self._round_began_s
        lag_s = round_s if round_s > A_ROUND_MAY_TAKE_S else 0.0
        now_ms = self._clock.now_ms()
        for partition in partitions:
            # The wheel may turn while it is looked at: what is read twice is so.
            looks = partition.wheel.next_due_ms(), partition.wheel.next_due_ms()
            due_ms = max(now_ms if look is None else look for look in looks)
            lag_s = max(lag_s, (now_ms - due_ms) / 1_000)
        return lag_s

    def _tell_in_flight(self, partitions: list[Partition]) -> None:
        in_flight: Counter[str] = Counter()
        for partition in partitions:
            for execution in partition.executions:
                if execution.status in ("QUEUED", "RUNNING"):
                    in_flight[execution.mailbox_topic] += 1
        metrics.EXECUTIONS_IN_FLIGHT.clear()
        for queue in self._queues():
            metrics.EXECUTIONS_IN_FLIGHT.labels(queue).set(0)
        for topic, number in in_flight.items():
            metrics.EXECUTIONS_IN_FLIGHT.labels(_queue_of(topic)).inc(number)

    def _tell_waiting(self, waiting: list[Waiting]) -> None:
        depth = Counter((each.line.need.queue, routing.lane_of(each.priority)) for each in waiting)
        oldest_ms: dict[str, int] = {}
        for each in waiting:
            queue = each.line.need.queue
            oldest_ms[queue] = min(oldest_ms.get(queue, each.due_ms), each.due_ms)
        queues = self._queues() | oldest_ms.keys()
        now_ms = self._clock.now_ms()
        metrics.QUEUE_DEPTH.clear()
        metrics.QUEUE_OLDEST_WAIT.clear()
        for queue in queues:
            for lane in routing.LANES:
                metrics.QUEUE_DEPTH.labels(queue, lane).set(depth[queue, lane])
            metrics.QUEUE_OLDEST_WAIT.labels(queue).set(max(0, now_ms - oldest_ms.get(queue, now_ms)) / 1_000)
        self._advise(Counter(each.line.need.queue for each in waiting), queues)

    def _advise(self, depth: Counter[str], queues: set[str]) -> None:
        """Backlog / 300 s x mean duration of an attempt, in workers of the size that the queue has now."""
        self._look_at_runs()
        slots: dict[str, list[int]] = {}
        for worker in self._directory.workers():
            slots.setdefault(worker.heartbeat.queue, []).append(worker.heartbeat.slots)
        metrics.WORKERS_ADVISED.clear()
        for queue in queues:
            sizes = slots.get(queue, [1])
            busy_slots = depth[queue] * self._mean_run_s.get(queue, 0.0) / WORK_OFF_IN_S
            metrics.WORKERS_ADVISED.labels(queue).set(busy_slots * len(sizes) / sum(sizes))

    def _look_at_runs(self) -> None:
        """The mean of the runs that ended since the last scrape; where there were none, the one before stays."""
        seconds_of: defaultdict[str, float] = defaultdict(float)
        runs_of: defaultdict[str, float] = defaultdict(float)
        for sample in next(iter(metrics.EXECUTION_DURATION.collect())).samples:
            if sample.name.endswith("_sum"):
                seconds_of[sample.labels["queue"]] += sample.value
            elif sample.name.endswith("_count"):
                runs_of[sample.labels["queue"]] += sample.value
        for queue, runs in runs_of.items():
            seconds = seconds_of[queue]
            before_s, before = self._runs.get(queue, (0.0, 0.0))
            if runs > before:
                self._mean_run_s[queue] = (seconds - before_s) / (runs - before)
                self._runs[queue] = seconds, runs

    def _tell_workers(self) -> None:
        metrics.WORKERS.clear()
        metrics.WORKER_SLOTS.clear()
        for worker in self._directory.workers():
            beat = worker.heartbeat
            for state in ("active", "draining"):
                metrics.WORKERS.labels(beat.queue, state).inc((state == "draining") == beat.draining)
            metrics.WORKER_SLOTS.labels(beat.queue, "busy").inc(beat.running)
            metrics.WORKER_SLOTS.labels(beat.queue, "free").inc(max(0, beat.slots - beat.running))

    def _queues(self) -> set[str]:
        return {worker.heartbeat.queue for worker in self._directory.workers()}


def _queue_of(mailbox_topic: str) -> str:
    """prefix.executions.<queue>.<lane>"""
    return mailbox_topic.rsplit(".", 2)[-2]
