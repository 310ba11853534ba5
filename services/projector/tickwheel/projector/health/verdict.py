"""The cluster's circuit breaker of one handler. Pure.

closed     -> open         half of at least 5 calls in the window failed
open       -> half_open    30 s later
half_open  -> open         a call failed
half_open  -> closed       calls were made and none failed
"""

import msgspec

from tickwheel.projector.health.window import Window
from tickwheel.protocol.handlers import HandlerHealth, HandlerStats
from tickwheel.protocol.vocabulary import BreakerState

LEAST_CALLS = 5
FAILURE_SHARE = 0.5
OPEN_MS = 30_000


class Handler(msgspec.Struct):
    """All that is remembered of a handler; stored between restarts."""

    name: str
    window: Window
    state: BreakerState = "closed"
    changed_at_ms: int = 0
    """Calls before this do not count for the state."""

    def hear(self, stats: HandlerStats, now_ms: int) -> None:
        self.window.add(stats)
        self.judge(now_ms)

    def judge(self, now_ms: int) -> bool:
        """Change the state if it is time to. True if it changed."""
        self.window.expire(now_ms)
        after = self._next(now_ms)
        if after == self.state:
            return False
        self.state = after
        self.changed_at_ms = now_ms
        return True

    def health(self, now_ms: int) -> HandlerHealth:
        figures = self.window.figures()
        return HandlerHealth(
            handler=self.name,
            state=self.state,
            changed_at_ms=self.changed_at_ms,
            retry_at_ms=self.changed_at_ms + OPEN_MS if self.state == "open" else 0,
            calls=figures.calls,
            failures=figures.failures,
            mean_duration_ms=figures.mean_duration_ms,
            p95_duration_ms=figures.p95_duration_ms,
            workers_needed=0.0,
            at_ms=now_ms,
        )

    def _next(self, now_ms: int) -> BreakerState:
        if self.state == "open":
            return "half_open" if now_ms >= self.changed_at_ms + OPEN_MS else "open"
        figures = self.window.figures(self.changed_at_ms)
        if self.state == "half_open":
            if figures.calls == 0:
                return "half_open"
            return "open" if figures.failures else "closed"
        trips = figures.calls >= LEAST_CALLS and figures.failures >= FAILURE_SHARE * figures.calls
        return "open" if trips else "closed"
