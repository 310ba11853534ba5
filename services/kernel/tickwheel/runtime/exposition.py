"""What `/metrics` answers: the declared metrics, after whoever keeps figures in memory has been asked for them.

What is cheap to count is counted where it happens. What would cost something for every execution, such as how many wait,
is looked at here, once a scrape, from what is in memory anyway.
"""

import threading
from collections.abc import Callable, Iterator

from prometheus_client import Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from tickwheel.runtime import logs, metrics

log = logs.logger(__name__)

ENDINGS = {"counter": "_total", "info": "_info"}
"""What a name has in the declaration and on the wire, and not in between."""

_lock = threading.Lock()
_looks: list[Callable[[], None]] = []


class _Own(Collector):
    """The figures of one service. Those of others are declared in this process too, and would all be 0."""

    def __init__(self, service: str) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        for family in metrics.REGISTRY.collect():
            name = f"{family.name}{ENDINGS.get(family.type, '')}"
            if self._service in metrics.EXPORTERS.get(name, (self._service,)):
                yield family


def at_each_scrape(look: Callable[[], None]) -> None:
    """Call this before each answer, on the thread of the scrape. For the composition root of a process."""
    _looks.append(look)


def scrape(service: str) -> tuple[str, bytes]:
    """Content type and body: what this service is declared to export. A look that fails leaves its figures as they were."""
    with _lock:
        for look in _looks:
            try:
                look()
            except Exception:
                log.exception("Figures could not be looked at")
        return CONTENT_TYPE_LATEST, generate_latest(_Own(service))
