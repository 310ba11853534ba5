"""The live workers, folded from heartbeats.

A worker is alive while its lease lasts: from when this process saw its last heartbeat, by this process's monotonic
clock, so that neither host's wall clock matters. Time is an argument throughout.
"""

from collections import Counter

from tickwheel.protocol.workers import WorkerHeartbeat, WorkerStopped
from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.worker import Worker

FAMILIAR_FOR_S = 600.0
"""A worker that was never heard of is called lost only after its lease; the memory of that wait is kept this long."""

LAST_WORDS_S = 1.0
"""A goodbye may be read before the outcomes that were sent before it: they come by another topic."""


class Directory:
    def __init__(self, lease_s: float) -> None:
        self.lease_s = lease_s
        self._workers: dict[str, Worker] = {}
        self._suitable: dict[Need, list[Worker]] = {}
        self._given: Counter[str] = Counter()
        self._awaited_since_s: dict[str, float] = {}

    def renew(self, heartbeat: WorkerHeartbeat, seen_at_s: float) -> None:
        worker = self._workers.get(heartbeat.worker_id)
        if worker is None:
            worker = Worker(heartbeat, seen_at_s, self._given[heartbeat.worker_id])
            self._workers[heartbeat.worker_id] = worker
            self._suitable.clear()
            return
        before = worker.heartbeat
        worker.renew(heartbeat, seen_at_s)
        if _static_facts(before) != _static_facts(heartbeat):
            self._suitable.clear()

    def stop(self, stopped: WorkerStopped, seen_at_s: float) -> None:
        """It said goodbye: whatever it still had is lost soon, no lease to wait for."""
        self._forget(stopped.worker_id)
        self._awaited_since_s[stopped.worker_id] = seen_at_s + LAST_WORDS_S - self.lease_s

    def expire(self, now_s: float) -> list[str]:
        """Forget workers whose lease has ended, and say which."""
        silent = [
            w.heartbeat.worker_id for w in self._workers.values() if now_s - w.seen_at_s > self.lease_of(w)
        ]
        for worker_id in silent:
            self._forget(worker_id)
            self._awaited_since_s[worker_id] = float("-inf")
        return silent

    def lease_of(self, worker: Worker) -> float:
        """Seconds. A worker may count on a longer lease than we do: it works until that one ends, so that one counts."""
        return max(self.lease_s, worker.heartbeat.lease_ms / 1_000)

    def is_lost(self, worker_id: str, now_s: float) -> bool:
        """True once the worker cannot be running anything any more."""
        if worker_id in self._workers:
            return False
        since = self._awaited_since_s.setdefault(worker_id, now_s)
        return now_s - since > self.lease_s

    def book(self, worker_id: str, change: int) -> None:
        """Count an attempt that was given to, or came back from, a worker."""
        self._given[worker_id] += change
        worker = self._workers.get(worker_id)
        if worker is not None:
            worker.given = self._given[worker_id]
        if not self._given[worker_id]:
            del self._given[worker_id]

    def suitable_for(self, need: Need) -> list[Worker]:
        """Live workers that could run it, busy or not."""
        known = self._suitable.get(need)
        if known is None:
            known = [worker for worker in self._workers.values() if worker.suits(need)]
            self._suitable[need] = known
        return known

    def why_not(self, need: Need) -> str:
        """One sentence for the person who asks why this does not run."""
        serving = [w for w in self._workers.values() if w.heartbeat.queue == need.queue]
        if not serving:
            return f"no live worker in queue {need.queue}"
        if all(w.heartbeat.draining for w in serving):
            return f"every worker of queue {need.queue} is draining"
        if not any(need.handler in w.handlers for w in serving):
            return f"no live worker of queue {need.queue} has registered handler {need.handler}"
        if not self.suitable_for(need):
            wanted = ", ".join(f"{name}={value}" for name, value in need.labels)
            return f"no live worker of queue {need.queue} carries the labels {wanted}"
        if need.takes_resources and not any(w.has_room(need) for w in serving if w.free_credit > 0):
            return f"no worker of queue {need.queue} has the resources free that it asks for"
        return f"all workers of queue {need.queue} are busy"

    def handlers(self) -> frozenset[str]:
        return frozenset().union(*(worker.handlers for worker in self._workers.values()))

    def workers(self) -> list[Worker]:
        return list(self._workers.values())

    def forget_awaited(self, now_s: float) -> None:
        """Drop what is remembered of workers that nobody asks about any more."""
        horizon = now_s - FAMILIAR_FOR_S
        for worker_id in [w for w, since in self._awaited_since_s.items() if since < horizon]:
            if not self._given[worker_id]:
                del self._awaited_since_s[worker_id]

    def _forget(self, worker_id: str) -> None:
        if self._workers.pop(worker_id, None) is not None:
            self._suitable.clear()


def _static_facts(beat: WorkerHeartbeat) -> tuple[object, ...]:
    return (beat.queue, beat.draining, beat.handlers, beat.labels, beat.mailboxes)
