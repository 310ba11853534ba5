"""What the projector tells of itself in metrics."""

from collections import Counter
from collections.abc import Iterable

from tickwheel.projector.faults import StoppedError
from tickwheel.runtime import metrics

REASONS = ("unreadable", "sequence", "refused")


def batch(seconds: float) -> None:
    metrics.PROJECTION_BATCH_DURATION.observe(seconds)


def written(events: int, oldest_age_ms: int) -> None:
    metrics.PROJECTED_EVENTS.inc(events)
    metrics.PROJECTION_LAG_TIME.set(max(0, oldest_age_ms) / 1_000)


def passed_over(records: int) -> None:
    if records:
        metrics.RECORDS_QUARANTINED.labels("reports", "unreadable").inc(records)


def caught_up() -> None:
    metrics.PROJECTION_LAG_TIME.set(0)


def behind(events: int) -> None:
    """Markers of transactions count as records, so a partition at rest may seem one behind."""
    metrics.PROJECTION_LAG_EVENTS.set(events)


def stopped(stops: Iterable[StoppedError]) -> None:
    found = Counter(stop.word for stop in stops)
    for reason in REASONS:
        metrics.PROJECTION_STOPPED.labels(reason).set(found[reason])
