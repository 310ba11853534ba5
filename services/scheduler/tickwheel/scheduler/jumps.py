"""Notices when the wall clock jumps: it is set, or the machine slept. The wheel and the engine cope; people should know."""

from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock

WORTH_TELLING_S = 1.0

log = logs.logger(__name__)


class JumpWatch:
    """Compares the two clocks from look to look: they must advance together."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset_s = self._current_offset_s()

    def look(self) -> float:
        """How far the wall clock has jumped since the last look, in seconds; 0.0 if it has not."""
        offset_s = self._current_offset_s()
        jump_s = offset_s - self._offset_s
        self._offset_s = offset_s
        if abs(jump_s) < WORTH_TELLING_S:
            return 0.0
        direction = "forward" if jump_s > 0 else "back"
        metrics.CLOCK_JUMPS.labels(direction).inc()
        log.warning("The wall clock has jumped", direction=direction, seconds=round(abs(jump_s), 3))
        return jump_s

    def _current_offset_s(self) -> float:
        return self._clock.now_ms() / 1_000 - self._clock.monotonic()
