"""The last minute of one handler, in hops of a second. Pure: what it is at a time follows from what was added.

A minute of seconds, each merged from all workers; a figure is the sum over those that are inside the window:

    now = 100 s    | 41 | 42 | ... | 99 | 100 |      what is older than 60 s has left
"""

from collections.abc import Iterator

import msgspec

from tickwheel.protocol.handlers import HandlerStats

WINDOW_MS = 60_000
HOP_MS = 1_000
SPAN_MS = 2 * HOP_MS
"""A worker's record is about so much time from its start at most: a probe may stand in one that began before it."""


class Second(msgspec.Struct):
    """What all workers saw in one second."""

    calls: int = 0
    failures: int = 0
    duration_sum_ms: int = 0
    buckets: list[int] = []
    not_retryable: int = 0
    """How many of the failures no retry would mend."""


class Figures(msgspec.Struct, frozen=True):
    calls: int
    failures: int
    mean_duration_ms: float
    p95_duration_ms: float
    not_retryable: int

    @property
    def against_handler(self) -> int:
        """The failures that speak against the handler: a worker's own breaker counts these too, and no others."""
        return self.failures - self.not_retryable


class Window(msgspec.Struct):
    seconds: dict[int, Second] = {}

    def add(self, stats: HandlerStats, now_ms: int) -> None:
        """A worker whose clock is ahead tells of now at the latest, or its calls would stay for longer than the window."""
        second = self.seconds.setdefault(min(stats.window_start_ms, now_ms) // HOP_MS, Second())
        second.calls += stats.completed + stats.failed + stats.timed_out
        second.failures += stats.failed + stats.timed_out
        second.not_retryable += stats.not_retryable
        second.duration_sum_ms += stats.duration_sum_ms
        for number, count in enumerate(stats.duration_buckets):
            if count:
                second.buckets += [0] * (number + 1 - len(second.buckets))
                second.buckets[number] += count

    def expire(self, now_ms: int) -> bool:
        """True if anything left the window."""
        oldest = (now_ms - WINDOW_MS) // HOP_MS
        gone = [second for second in self.seconds if second < oldest]
        for second in gone:
            del self.seconds[second]
        return bool(gone)

    def figures(self, since_ms: int = 0) -> Figures:
        """Of the seconds in which a call may have ended at `since_ms` or later."""
        inside = list(self._since(since_ms))
        calls = sum(second.calls for second in inside)
        return Figures(
            calls,
            sum(second.failures for second in inside),
            sum(second.duration_sum_ms for second in inside) / calls if calls else 0.0,
            _percentile([second.buckets for second in inside], 0.95),
            sum(second.not_retryable for second in inside),
        )

    def _since(self, since_ms: int) -> Iterator[Second]:
        return (second for number, second in self.seconds.items() if number * HOP_MS + SPAN_MS > since_ms)


def _percentile(buckets: list[list[int]], share: float) -> float:
    """The upper bound of the bucket (1, 2, 4, ... ms) in which the percentile lies."""
    length = max((len(each) for each in buckets), default=0)
    counts = [sum(each[number] for each in buckets if number < len(each)) for number in range(length)]
    wanted = share * sum(counts)
    reached = 0
    for number, count in enumerate(counts):
        reached += count
        if count and reached >= wanted:
            return float(1 << number)
    return 0.0
