"""What this worker saw of each handler, one record a second and handler: the cluster's stream merges them."""

import threading
from collections.abc import Sequence

from tickwheel.protocol.handlers import HandlerStats
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.vocabulary import OutcomeStatus
from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.presence.identity import Identity
from tickwheel.worker.presence.outbox import Outbox

BUCKETS = 24
"""Durations up to 1, 2, 4, ... ms; the last one takes all the rest (over 70 minutes)."""

SECOND_MS = 1_000

COUNTED: frozenset[OutcomeStatus] = frozenset(("completed", "failed", "timed_out"))
"""What says something about the handler."""


class Tally:
    __slots__ = (
        "buckets",
        "completed",
        "duration_max_ms",
        "duration_sum_ms",
        "failed",
        "not_retryable",
        "timed_out",
    )

    def __init__(self) -> None:
        self.completed = self.failed = self.timed_out = self.not_retryable = 0
        self.duration_sum_ms = self.duration_max_ms = 0
        self.buckets = [0] * BUCKETS

    def count(self, how: Ending, duration_ms: int) -> None:
        if how.status == "completed":
            self.completed += 1
        elif how.status == "failed":
            self.failed += 1
            self.not_retryable += not how.speaks_against_handler
        else:
            self.timed_out += 1
        self.duration_sum_ms += duration_ms
        if duration_ms > self.duration_max_ms:
            self.duration_max_ms = duration_ms
        self.buckets[bucket_of(duration_ms)] += 1


class Stats:
    """Any thread counts; the starter thread publishes."""

    def __init__(self, outbox: Outbox, topics: Topics, clock: Clock, identity: Identity) -> None:
        self._outbox = outbox
        self._topic = topics.handler_stats
        self._clock = clock
        self._identity = identity
        self._lock = threading.Lock()
        self._tallies: dict[str, Tally] = {}
        self._since_ms = clock.now_ms()

    def ended(self, ended: Sequence[Ended]) -> None:
        now_ms = self._clock.now_ms()
        with self._lock:
            for held, how in ended:
                if how.status in COUNTED:
                    self._tally(held.dispatch.handler).count(how, max(0, now_ms - held.started_at_ms))

    def publish_if_due(self) -> None:
        now_ms = self._clock.now_ms()
        if now_ms - self._since_ms < SECOND_MS:
            return
        with self._lock:
            tallies, self._tallies = self._tallies, {}
            since_ms, self._since_ms = self._since_ms, now_ms
        for handler, tally in tallies.items():
            self._outbox.send_once(self._topic, 0, handler, self._record(handler, tally, since_ms))

    def _tally(self, handler: str) -> Tally:
        tally = self._tallies.get(handler)
        if tally is None:
            tally = self._tallies[handler] = Tally()
        return tally

    def _record(self, handler: str, tally: Tally, since_ms: int) -> HandlerStats:
        return HandlerStats(
            handler=handler,
            worker_id=self._identity.worker_id,
            window_start_ms=since_ms,
            completed=tally.completed,
            failed=tally.failed,
            timed_out=tally.timed_out,
            duration_sum_ms=tally.duration_sum_ms,
            duration_max_ms=tally.duration_max_ms,
            duration_buckets=tuple(tally.buckets),
            not_retryable=tally.not_retryable,
        )


def bucket_of(duration_ms: int) -> int:
    """0 for up to 1 ms, 1 for up to 2, 2 for up to 4, ..."""
    return min(BUCKETS - 1, (duration_ms - 1).bit_length() if duration_ms > 1 else 0)
