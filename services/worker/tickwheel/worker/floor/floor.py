"""The floor of a worker: takes what was claimed, starts it at its instant, gives back what it cannot run.

A monitor: any thread may call in, one lock holds it together, and no call waits for anything. It reads the clock it was
given and has no thread of its own: in production the starter thread calls `tick`, in the simulation the test does.
"""

import threading
from collections.abc import Callable, Iterable, Sequence

from tickwheel.protocol.control import RecallAttempt
from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor import ending
from tickwheel.worker.floor.deadlines import Deadlines
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.floor.held import Held, Key, StopReason
from tickwheel.worker.floor.load import Load
from tickwheel.worker.floor.pace import Pace
from tickwheel.worker.floor.parked import Parked
from tickwheel.worker.floor.ready import Ready
from tickwheel.worker.floor.resources import Resources, asks, needs_of
from tickwheel.worker.runners.port import MayStart, Runner

Report = Callable[[Sequence[Ended]], None]
"""Publishes outcomes. Never waits."""

Gate = Callable[[Held], Ending | None]
"""Asked at the start of each attempt: None to let it run, an ending (deferred) to put it off."""

WARN_PERCENT = 80
"""A run that has used up this much of its time-out is worth a warning."""

STOP_GRACE_MS = 5_000
"""How long a handler that was told to stop may take before its attempt is reported without it."""

RELEASE_AFTER_MS = 2_000
"""What has been ready this long without getting a slot is better off elsewhere."""

NOTHING_MS = 60_000
"""With nothing to wait for, the next instant is this far away."""

SWEEP_MS = 250
"""How often to look for what has waited too long."""


class Floor:
    def __init__(
        self,
        *,
        clock: Clock,
        runner: Runner,
        report: Report,
        slots: int,
        resources: Resources,
        gate: Gate | None = None,
        may_start: MayStart = lambda: True,
        incarnation: Callable[[], str] | None = None,
        wake: Callable[[], None] = lambda: None,
        warn: Callable[[Held], None] = lambda _: None,
        stop_grace_ms: int = STOP_GRACE_MS,
    ) -> None:
        self._clock = clock
        self._runner = runner
        self._report = report
        self._slots = slots
        self.resources = resources
        self._gate = gate
        self._may_start = may_start
        self._incarnation = incarnation
        self._wake = wake
        self._warn = warn
        self._stop_grace_ms = stop_grace_ms
        self._lock = threading.Lock()
        self._held: dict[Key, Held] = {}
        self._parked = Parked()
        self._ready = Ready()
        self._short: list[Held] = []
        self._deadlines = Deadlines()
        self._pace = Pace(slots)
        self._running = 0
        self.ended = 0
        """Attempts that ran here and are over."""
        self._closed = False
        self._sweep_at_ms = 0
        self._promised_ms = 0
        self._last_end_ms = clock.now_ms()

    def admit(self, claimed: Iterable[Held]) -> None:
        """Take attempts whose claim is committed. Those of an unknown handler or a misfit go straight back.

        So do those of an incarnation that is over, asked under the lock: the fence comes either before, and they are refused
        here, or after, and it hands them back. Between the two a process may have been stopped for longer than its lease.
        """
        now_ms = self._clock.now_ms()
        back: list[Ended] = []
        parked: list[Held] = []
        with self._lock:
            for held in claimed:
                refusal = self._refusal(held)
                if refusal is not None:
                    back.append((held, refusal))
                    continue
                held.admitted_at_ms = now_ms
                self._held[held.key] = held
                if held.dispatch.not_before_ms > now_ms:
                    self._parked.add(held)
                    parked.append(held)
                else:
                    self._ready.add(held)
            if parked:
                self._runner.expect(parked)
            back += self._advance(now_ms)
            sooner = self._next_ms(now_ms) < self._promised_ms
        if sooner:
            self._wake()
        if back:
            self._report(back)

    def tick(self) -> int:
        """Start what is due, end what ran too long, give back what waited too long. Returns the next instant, in ms."""
        now_ms = self._clock.now_ms()
        with self._lock:
            back = self._advance(now_ms)
            back += self._enforce_deadlines(now_ms)
            back += self._sweep(now_ms)
            self._promised_ms = next_ms = self._next_ms(now_ms)
        if back:
            self._report(back)
        return next_ms

    def finished(self, ended: Sequence[Ended]) -> None:
        """A runner is done with attempts. Their slots go to the next ones at once, on the caller's thread."""
        now_ms = self._clock.now_ms()
        with self._lock:
            told = [each for each in ended if each[0].state != "abandoned"]
            for held, _ in ended:
                self._vacate(held, now_ms)
            for short in self._short:
                self._ready.add(short)
            self._short.clear()
            told += self._advance(now_ms)
        self._report(told)

    def recall(self, recall: RecallAttempt) -> bool:
        """Give back an attempt that has not started; stop a running one if the recall says so. False if it is not held."""
        with self._lock:
            held = self._held.get((recall.execution_id, recall.attempt))
            if held is None:
                return False
            waited = self._withdraw(held)
            if not waited and recall.stop_running:
                self._stop(held, "timed_out" if recall.reason == "timeout" else "cancelled")
        if waited:
            self._report([(held, ending.RECALLED)])
        return True

    def hand_back(self, how: Ending) -> int:
        """Give back everything that has not started. Returns how many."""
        with self._lock:
            back = [(held, how) for held in list(self._held.values()) if self._withdraw(held)]
        if back:
            self._report(back)
        return len(back)

    def close_doors(self) -> None:
        """Start nothing more, for good: the worker drains."""
        with self._lock:
            self._closed = True

    def stop_running(self, why: StopReason) -> None:
        """Tell everything that runs to stop."""
        with self._lock:
            for held in list(self._held.values()):
                self._stop(held, why)

    def load(self) -> Load:
        with self._lock:
            waiting = len(self._ready) + len(self._short)
            stalled_ms = self._clock.now_ms() - self._last_end_ms if self._running >= self._slots else 0
            return Load(
                self._running, len(self._parked), waiting, self._pace.credit(len(self._parked), stalled_ms)
            )

    def _next_ms(self, now_ms: int) -> int:
        sweep_ms = self._sweep_at_ms if self._ready and not self._closed else None
        instants = (self._parked.next_ms(), self._deadlines.next_ms(), sweep_ms)
        return min((at for at in instants if at is not None), default=now_ms + NOTHING_MS)

    def _refusal(self, held: Held) -> Ending | None:
        if self._incarnation is not None and held.worker_id != self._incarnation():
            return ending.FENCED
        if held.handler is None:
            return ending.unknown_handler(held.dispatch.handler)
        if held.key in self._held:
            return ending.does_not_fit("the worker holds this very attempt already")
        misfit = self.resources.misfit(held.dispatch)
        return ending.does_not_fit(misfit) if misfit else None

    def _advance(self, now_ms: int) -> list[Ended]:
        """Move what is due to ready, and what is ready to the runner while there are slots."""
        for held in self._parked.pop_due(now_ms):
            self._ready.add(held)
        if self._closed or not self._ready or self._running >= self._slots or not self._may_start():
            return []
        return self._start_ready(now_ms)

    def _start_ready(self, now_ms: int) -> list[Ended]:
        starting: list[Held] = []
        back: list[Ended] = []
        while self._running < self._slots and (held := self._ready.pop()) is not None:
            if held.dispatch.not_before_ms > now_ms:
                # It was due, and then the clock was set back: never early, by whatever clock it starts.
                self._parked.add(held)
                continue
            put_off = self._gate(held) if self._gate is not None else None
            if put_off is not None:
                self._forget(held)
                back.append((held, put_off))
            elif not asks(held.dispatch) or self.resources.take(needs_of(held.dispatch)):
                self._enter(held, now_ms)
                starting.append(held)
            else:
                held.state = "short"
                self._short.append(held)
        if starting:
            self._runner.start(starting)
        return back

    def _enter(self, held: Held, now_ms: int) -> None:
        held.state = "running"
        if self._running == self._slots - 1:
            self._last_end_ms = now_ms
        self._running += 1
        self._deadlines.add(held, now_ms + held.dispatch.timeout_ms * WARN_PERCENT // 100)

    def _vacate(self, held: Held, now_ms: int) -> None:
        self._forget(held)
        self._running -= 1
        self.ended += 1
        self._last_end_ms = now_ms
        self._deadlines.remove(held)
        if asks(held.dispatch):
            self.resources.give_back(needs_of(held.dispatch))
        if held.started_at_ms:
            self._pace.ended(now_ms - held.started_at_ms)

    def _forget(self, held: Held) -> None:
        held.state = "ended"
        self._held.pop(held.key, None)

    def _withdraw(self, held: Held) -> bool:
        """Take out what has not started; False if it has."""
        if held.state == "parked":
            self._parked.withdraw(held)
        elif held.state == "ready":
            self._ready.withdraw(held)
        elif held.state == "short":
            self._short.remove(held)
        else:
            return False
        self._forget(held)
        return True

    def _stop(self, held: Held, why: StopReason) -> None:
        if held.state != "running":
            return
        held.state = "stopping"
        held.stop = why
        self._deadlines.remove(held)
        self._deadlines.add(held, self._clock.now_ms() + self._stop_grace_ms)
        self._runner.stop(held)

    def _enforce_deadlines(self, now_ms: int) -> list[Ended]:
        given_up: list[Ended] = []
        for held in self._deadlines.pop_due(now_ms):
            if held.state == "running" and not held.warned:
                held.warned = True
                left_ms = held.dispatch.timeout_ms * (100 - WARN_PERCENT) // 100
                self._deadlines.add(held, held.stop_at_ms + left_ms)
                self._warn(held)
            elif held.state == "running":
                self._stop(held, "timed_out")
            elif held.state == "stopping":
                held.state = "abandoned"
                given_up.append((held, ending.stopped(held)))
        return given_up

    def _sweep(self, now_ms: int) -> list[Ended]:
        """Give back what has been ready too long, counted from its instant or from its arrival, the later of the two."""
        if now_ms < self._sweep_at_ms or self._closed:
            return []
        self._sweep_at_ms = now_ms + SWEEP_MS
        oldest = now_ms - RELEASE_AFTER_MS
        late = [
            h
            for h in (*self._ready, *self._short)
            if max(h.dispatch.not_before_ms, h.admitted_at_ms) < oldest
        ]
        for held in late:
            self._withdraw(held)
        return [(held, ending.TOO_LATE) for held in late]
