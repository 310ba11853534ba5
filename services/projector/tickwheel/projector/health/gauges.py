"""Shows what was told of each handler to Prometheus, and through it to whoever scales workers."""

from tickwheel.projector.health.verdict import Handler
from tickwheel.protocol.handlers import HandlerHealth
from tickwheel.runtime import metrics

STATES = {"closed": 0, "half_open": 1, "open": 2}


class Gauges:
    def __init__(self, drain_s: int) -> None:
        self._drain_s = drain_s
        self._queues: dict[str, set[str]] = {}
        """The queues in which a handler ever waited: where it no longer does, that is told too."""

    def show(self, handler: Handler, health: HandlerHealth) -> None:
        name = handler.name
        metrics.BREAKER_STATE.labels(name).set(STATES[health.state])
        metrics.HANDLER_FAILURE_RATIO.labels(name).set(health.failures / max(1, health.calls))
        metrics.HANDLER_DURATION_MEAN.labels(name).set(health.mean_duration_ms / 1_000)
        metrics.HANDLER_DURATION_P95.labels(name).set(health.p95_duration_ms / 1_000)
        waiting = handler.backlog.waiting()
        queues = self._queues.setdefault(name, set())
        queues.update(waiting)
        for queue in queues:
            count = waiting.get(queue, 0)
            metrics.HANDLER_BACKLOG.labels(queue, name).set(count)
            needed = handler.backlog.workers_needed(count, self._drain_s)
            metrics.HANDLER_WORKERS_NEEDED.labels(queue, name).set(needed)
