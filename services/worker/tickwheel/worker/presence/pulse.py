"""Everything a worker does by the clock: starts, time-outs, the lease, heartbeats, acknowledgements.

One call does what is due and tells when to come again; a thread (`starter.py`) or the simulation calls it.
"""

from collections.abc import Callable, Sequence

from tickwheel.runtime import logs, metrics
from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor import ending
from tickwheel.worker.floor.floor import Floor
from tickwheel.worker.presence.heart import Heart
from tickwheel.worker.presence.lease import Lease
from tickwheel.worker.presence.outbox import Outbox

log = logs.logger(__name__)

CHORES_S = 0.025
"""How often to look after everything that is not a start."""


class Pulse:
    def __init__(
        self,
        *,
        clock: Clock,
        floor: Floor,
        heart: Heart,
        lease: Lease,
        outbox: Outbox,
        chores: Sequence[Callable[[], None]] = (),
    ) -> None:
        self._clock = clock
        self._floor = floor
        self._heart = heart
        self._lease = lease
        self._outbox = outbox
        self._chores = tuple(chores)
        self._chores_at = 0.0
        self._floor_ms = 0

    def run_once(self) -> int:
        """Returns the instant to come again, epoch milliseconds."""
        # The lease first: a process that was stopped for a while must not start what others have by now.
        if self._lease.is_ending():
            self._fence()
        next_ms = self._floor.tick()
        now = self._clock.monotonic()
        if now >= self._chores_at:
            self._chores_at = now + CHORES_S
            self._outbox.serve()
            self._heart.beat_if_due()
            for chore in self._chores:
                chore()
        self._floor_ms = next_ms
        return min(next_ms, self._clock.now_ms() + int(CHORES_S * 1_000))

    def next_instant_ms(self) -> int:
        """When the floor next has something to do, for those whose clock can jump."""
        return self._floor_ms

    def _fence(self) -> None:
        """Stop all work before the lease ends for everyone else, and begin again as a new incarnation."""
        metrics.WORKER_LEASES_LOST.inc()
        # The new name first: from here on the floor takes nothing more that was claimed in the old one.
        self._heart.renew()
        handed_back = self._floor.hand_back(ending.FENCED)
        running = self._floor.load().running
        self._floor.stop_running("fenced")
        log.error(
            "No heartbeat was acknowledged in time: stopped all work and begin again as a new incarnation",
            handed_back=handed_back,
            stopped=running,
        )
