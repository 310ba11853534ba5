"""How fast this worker gets through its work, and so how much it wants to hold."""

HORIZON_MS = 2_000
"""It wants what it could start within this time: enough to stay busy between heartbeats, little enough to be fair."""

MOST = 10_000
"""More would only pile up here what belongs in the scheduler, where it is ordered by priority."""

FIRST_GUESS_MS = 200.0
_WEIGHT = 0.05


class Pace:
    """An exponential mean of durations, over all handlers of the worker."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._mean_ms = FIRST_GUESS_MS

    @property
    def mean_ms(self) -> float:
        return self._mean_ms

    def ended(self, duration_ms: int) -> None:
        self._mean_ms += _WEIGHT * (duration_ms - self._mean_ms)

    def credit(self, parked: int, stalled_for_ms: int = 0) -> int:
        """How many attempts to hold at most. Parked ones take no slot before their time, so they come on top.

        `stalled_for_ms`: how long all slots have been busy without one ending; what runs takes at least that long.
        """
        mean = max(self._mean_ms, float(stalled_for_ms), 0.2)
        startable = int(self._slots * HORIZON_MS / mean)
        return max(self._slots, min(MOST, startable + parked))
