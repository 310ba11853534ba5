"""How many workers the backlog of one handler asks for. Pure: schedulers say what waits, calls say how long each takes.

    workers needed = backlog / 300 s x mean duration        600 waiting, 2 s each: 600 / 300 s x 2 s = 4

The duration outlives the window: a queue whose last worker has gone makes no calls, and needs the advice most.
"""

import msgspec

from tickwheel.protocol.handlers import HandlerBacklog

TOLD_FOR_MS = 10_000
"""A scheduler tells its backlog every 2 s; one that is silent for so long has gone, and another has its jobs."""

UNKNOWN_DURATION_MS = 1_000.0
"""Of a handler that was never called."""


class Told(msgspec.Struct):
    """What one scheduler said last of one queue."""

    queue: str
    waiting: int
    at_ms: int


class Backlog(msgspec.Struct):
    told: dict[str, Told] = {}
    """By queue and scheduler."""
    duration_ms: float = UNKNOWN_DURATION_MS
    """The last mean that was known."""

    def hear(self, backlog: HandlerBacklog, now_ms: int) -> None:
        line = f"{backlog.queue}/{backlog.scheduler}"
        if backlog.waiting:
            self.told[line] = Told(backlog.queue, backlog.waiting, min(backlog.at_ms, now_ms))
        else:
            self.told.pop(line, None)

    def expire(self, now_ms: int) -> bool:
        """Forget who is silent. True if anything was forgotten."""
        silent = [line for line, told in self.told.items() if told.at_ms < now_ms - TOLD_FOR_MS]
        for line in silent:
            del self.told[line]
        return bool(silent)

    def waiting(self) -> dict[str, int]:
        """By queue, in all schedulers."""
        waiting: dict[str, int] = {}
        for told in self.told.values():
            waiting[told.queue] = waiting.get(told.queue, 0) + told.waiting
        return waiting

    def workers_needed(self, waiting: int, drain_s: int) -> float:
        return waiting / drain_s * self.duration_ms / 1_000
