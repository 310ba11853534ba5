"""How a metric is declared: its kind, who exports it, its name, meaning and labels. `metrics` alone uses these."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from tickwheel.runtime.bulk_histogram import BulkHistogram

REGISTRY = CollectorRegistry()

EXPORTERS: dict[str, tuple[str, ...]] = {}
"""By the name of a metric, the services that export it."""

Services = tuple[str, ...]

# From a tenth of a millisecond (a start on time) to a minute (an outage).
LATENESS = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60)
# From a no-op handler to a batch run of a day.
DURATION = (0.001, 0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400)
# From an idle transaction to a broker in trouble.
BATCH = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10)
COUNT = (1, 10, 50, 100, 250, 500, 1_000, 2_000, 5_000)


def counter(by: Services, name: str, help_: str, *labels: str) -> Counter:
    return Counter(_named(name, by), help_, labels, registry=REGISTRY)


def gauge(by: Services, name: str, help_: str, *labels: str) -> Gauge:
    return Gauge(_named(name, by), help_, labels, registry=REGISTRY)


def histogram(by: Services, name: str, help_: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(_named(name, by), help_, labels, registry=REGISTRY, buckets=buckets)


def bulk_histogram(
    by: Services, name: str, help_: str, buckets: tuple[float, ...], *labels: str
) -> BulkHistogram:
    """For what is measured once an execution."""
    return BulkHistogram(_named(name, by), help_, labels, registry=REGISTRY, buckets=buckets)


def _named(name: str, by: Services) -> str:
    EXPORTERS[f"tickwheel_{name}"] = by
    return f"tickwheel_{name}"
