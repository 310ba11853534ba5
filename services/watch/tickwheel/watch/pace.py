"""How much one route is told: a storm of failures must not become a storm of notifications, nor of jobs that send them."""

from tickwheel.runtime.clock import Clock
from tickwheel.watch.route import Route


class Pace:
    """An allowance for each route, which comes back at the rate of the route and holds a minute's worth."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def may_tell(self, route: Route) -> bool:
        now_s = self._clock.monotonic()
        left, at_s = self._left.get(route.name, (float(route.per_minute), now_s))
        left = min(float(route.per_minute), left + (now_s - at_s) * route.per_minute / 60)
        told = left >= 1.0
        self._left[route.name] = left - told, now_s
        return told
