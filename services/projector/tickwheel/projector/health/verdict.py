"""The cluster's circuit breaker of one handler. Pure.

closed     -> open         half of at least 5 calls in the window failed
open       -> half_open    30 s later
half_open  -> open         a call failed
half_open  -> closed       calls were made and none failed

A call that failed in a way that no retry would mend, such as by a refused payload, is a call that did not fail here: the
handler is there and answers. People see it among the failures all the same.
"""

import msgspec

from tickwheel.projector.health.advice import Backlog
from tickwheel.projector.health.window import Window
from tickwheel.protocol.handlers import HandlerBacklog, HandlerHealth, HandlerStats
from tickwheel.protocol.vocabulary import BreakerState

LEAST_CALLS = 5
FAILURE_SHARE = 0.5


class Rules(msgspec.Struct, frozen=True):
    open_ms: int = 30_000
    """How long a breaker stays open."""
    drain_s: int = 300
    """The time in which a backlog should be worked off."""


class Handler(msgspec.Struct):
    """All that is remembered of a handler; stored between restarts."""

    name: str
    window: Window
    backlog: Backlog
    state: BreakerState = "closed"
    changed_at_ms: int = 0
    """Calls before this do not count for the state."""
    heard_offset: int = -1
    """The last record that is in these figures: read again after a restart, it must not count twice."""

    def hear(self, said: HandlerStats | HandlerBacklog, offset: int, now_ms: int, rules: Rules) -> None:
        if offset <= self.heard_offset:
            return
        self.heard_offset = offset
        if isinstance(said, HandlerStats):
            self.window.add(said, now_ms)
            self.backlog.duration_ms = self.window.figures().mean_duration_ms or self.backlog.duration_ms
        else:
            self.backlog.hear(said, now_ms)
        self.judge(now_ms, rules)

    def judge(self, now_ms: int, rules: Rules) -> bool:
        """Let go of what is too old, and change the state if it is time to. True if anything changed."""
        changed = self.window.expire(now_ms)
        changed |= self.backlog.expire(now_ms)
        after = self._next(now_ms, rules)
        if after != self.state:
            self.state = after
            self.changed_at_ms = now_ms
            changed = True
        return changed

    def health(self, now_ms: int, rules: Rules) -> HandlerHealth:
        figures = self.window.figures()
        waiting = sum(self.backlog.waiting().values())
        return HandlerHealth(
            handler=self.name,
            state=self.state,
            changed_at_ms=self.changed_at_ms,
            retry_at_ms=self.changed_at_ms + rules.open_ms if self.state == "open" else 0,
            calls=figures.calls,
            failures=figures.failures,
            mean_duration_ms=figures.mean_duration_ms,
            p95_duration_ms=figures.p95_duration_ms,
            backlog=waiting,
            workers_needed=self.backlog.workers_needed(waiting, rules.drain_s),
            at_ms=now_ms,
        )

    def _next(self, now_ms: int, rules: Rules) -> BreakerState:
        if self.state == "open":
            return "half_open" if now_ms >= self.changed_at_ms + rules.open_ms else "open"
        figures = self.window.figures(self.changed_at_ms)
        if self.state == "half_open":
            if figures.calls == 0:
                return "half_open"
            return "open" if figures.against_handler else "closed"
        trips = figures.calls >= LEAST_CALLS and figures.against_handler >= FAILURE_SHARE * figures.calls
        return "open" if trips else "closed"


def new(name: str) -> Handler:
    return Handler(name, Window(), Backlog())
