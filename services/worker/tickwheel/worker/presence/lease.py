"""The worker's own reckoning of its lease, always more pessimistic than the scheduler's.

The lease runs from the moment an acknowledged heartbeat was *sent*; schedulers count from when they read it, later. So with
a lease of 10 s:

    0 s ............ 6 s .......... 8 s ........ 10 s
    sent and acked   starts nothing  stops its     schedulers give
                     more            handlers      its attempts to others
"""

from tickwheel.runtime.clock import Clock

STOP_STARTING = 0.6
STOP_RUNNING = 0.8


class Lease:
    """Written by the thread that serves acknowledgements, read by all: each field is stored whole."""

    def __init__(self, clock: Clock, lease_ms: int) -> None:
        self._clock = clock
        self.lease_ms = lease_ms
        self._renewed_at: float | None = None

    def acknowledged(self, sent_at: float) -> None:
        """A heartbeat sent then has reached the log."""
        self._renewed_at = sent_at if self._renewed_at is None else max(sent_at, self._renewed_at)

    def may_start(self) -> bool:
        """Whether a handler may start, or an attempt be claimed, at this moment."""
        return self._renewed_at is not None and self._age() < STOP_STARTING * self.lease_ms

    def is_ending(self) -> bool:
        """Whether handlers must be stopped now, to be surely over when others start."""
        return self._renewed_at is not None and self._age() >= STOP_RUNNING * self.lease_ms

    def give_up(self) -> None:
        """The incarnation ends; the next one has no lease before its first acknowledged heartbeat."""
        self._renewed_at = None

    def _age(self) -> float:
        """Milliseconds, by the clock that a stopped process cannot stop."""
        return (self._clock.monotonic() - (self._renewed_at or 0.0)) * 1_000
