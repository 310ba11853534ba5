"""What the projector tells of itself in metrics."""

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager

from tickwheel.projector.faults import StoppedError
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import Clock

REASONS = ("unreadable", "sequence", "refused", "ahead")


STALLED_S = 5.0
"""An idle projector finds itself fresh about twice a second."""


class Freshness:
    """When the tables were last known to hold everything. Looked at by scrapes, so it ages while Postgres is away too."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._fresh_at_ms = clock.now_ms()
        self._is_fresh = False

    def caught_up(self) -> None:
        self._is_fresh = True
        self._fresh_at_ms = self._clock.now_ms()

    def read_on(self, oldest_ms: int) -> None:
        """Events are being written, the oldest of that age: what came before it is in."""
        self._is_fresh = False
        self._fresh_at_ms = max(self._fresh_at_ms, min(oldest_ms, self._clock.now_ms()))

    def failed(self) -> None:
        self._is_fresh = False

    @property
    def age_s(self) -> float:
        age_s = max(0, self._clock.now_ms() - self._fresh_at_ms) / 1_000
        # A loop that hangs does not come to say that it hangs.
        return 0.0 if self._is_fresh and age_s < STALLED_S else age_s

    def look(self) -> None:
        """At each scrape."""
        metrics.PROJECTION_LAG_TIME.set(self.age_s)


def transaction() -> AbstractContextManager[object]:
    return metrics.PROJECTION_BATCH_DURATION.time()


def written(events: int) -> None:
    metrics.PROJECTED_EVENTS.inc(events)


def passed_over(records: int) -> None:
    if records:
        metrics.RECORDS_QUARANTINED.labels("reports", "unreadable").inc(records)


def behind(events: int) -> None:
    """Markers of transactions count as records, so a partition at rest may seem one behind."""
    metrics.PROJECTION_LAG_EVENTS.set(events)


def stopped(stops: Iterable[StoppedError]) -> None:
    found = Counter(stop.word for stop in stops)
    for reason in REASONS:
        metrics.PROJECTION_STOPPED.labels(reason).set(found[reason])
