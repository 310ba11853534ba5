"""The breakers of all handlers of a worker: the floor's gate, told of every ending and of the cluster's verdicts."""

import threading
from collections.abc import Sequence

from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.health.breaker import WINDOW_MS, Breaker

log = logs.logger(__name__)

_GAUGE = {"closed": 0, "half_open": 1, "open": 2}


class Breakers:
    """Any thread may call in."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._breakers: dict[str, Breaker] = {}
        self._troubled = False
        """Whether any breaker is not closed: while none is, the gate costs one look at this."""

    def gate(self, held: Held) -> Ending | None:
        """None: it may start. Otherwise it is put off, and no attempt is used up."""
        if not self._troubled:
            return None
        name = held.dispatch.handler
        with self._lock:
            breaker = self._breakers.get(name)
            if breaker is None:
                return None
            before = breaker.state
            wait_ms = breaker.wait_ms(self._clock.now_ms(), held.key)
            if before != breaker.state:
                self._changed(name, breaker)
        if wait_ms == 0:
            return None
        return Ending(
            status="deferred",
            error_class="BreakerOpen",
            error_message=f"the circuit breaker of {name} is open: too many of its last attempts failed",
            retry_after_ms=wait_ms,
        )

    def ended(self, ended: Sequence[Ended]) -> None:
        now_ms = self._clock.now_ms()
        with self._lock:
            for held, how in ended:
                self._ended(held, how, now_ms)

    def let_go(self, ended: Sequence[Ended]) -> None:
        """These were given back before they started: a probe among them leaves its place to the next."""
        if not self._troubled:
            return
        with self._lock:
            for held, _ in ended:
                breaker = self._breakers.get(held.dispatch.handler)
                if breaker is not None:
                    breaker.let_go(held.key)

    def hear(self, verdict: HandlerHealth) -> None:
        if verdict.state == "open" and verdict.retry_at_ms < self._clock.now_ms() - WINDOW_MS:
            # Said before everything was stopped, and read again at the start: it tells nothing of today.
            return
        with self._lock:
            breaker = self._breakers.setdefault(verdict.handler, Breaker())
            before = breaker.state
            breaker.hear(verdict.state, verdict.changed_at_ms, verdict.retry_at_ms)
            if before != breaker.state:
                self._changed(verdict.handler, breaker)

    def _ended(self, held: Held, how: Ending, now_ms: int) -> None:
        name = held.dispatch.handler
        breaker = self._breakers.get(name)
        if breaker is None:
            breaker = self._breakers[name] = Breaker()
        before = breaker.state
        if how.status == "completed":
            breaker.ended(False, now_ms, held.key)
        elif how.status in ("failed", "timed_out") and not how.is_of_the_worker:
            breaker.ended(how.speaks_against_handler, now_ms, held.key)
        else:
            breaker.let_go(held.key)
        if before != breaker.state:
            self._changed(name, breaker)

    def _changed(self, name: str, breaker: Breaker) -> None:
        self._troubled = any(each.state != "closed" for each in self._breakers.values())
        metrics.BREAKER_STATE.labels(name).set(_GAUGE[breaker.state])
        if breaker.state == "open":
            metrics.BREAKER_TRIPS.labels(name).inc()
            log.warning("A circuit breaker opened", handler=name, retry_at_ms=breaker.retry_at_ms)
        else:
            log.info("A circuit breaker changed", handler=name, state=breaker.state)
