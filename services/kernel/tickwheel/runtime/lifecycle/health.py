"""Whether a service is alive and ready, as its own loop says it."""

import threading
from typing import Literal

from tickwheel.runtime.clock import Clock, SystemClock

Phase = Literal["starting", "ready", "retrying", "stopping", "stopped"]


class Health:
    """Written by the thread that runs the service, read by the health endpoint and by tests.

    Ready: it has started and its last piece of work succeeded. Live: its loop came round within `stall_after_s`; a
    service that retries is alive, since a restart would not help it.
    """

    def __init__(self, clock: Clock | None = None, stall_after_s: float = 30.0) -> None:
        self._clock = clock or SystemClock()
        self._stall_after_s = stall_after_s
        self._changed = threading.Condition()
        self._phase: Phase = "starting"
        self._reason = ""
        self._came_round_at = self._clock.monotonic()

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def reason(self) -> str:
        """Why it is not ready; empty when it is."""
        return self._reason

    def came_round(self) -> None:
        """The loop has done one round. Called thousands of times a second: one store, no lock."""
        self._came_round_at = self._clock.monotonic()

    def enter(self, phase: Phase, reason: str = "") -> None:
        """Go to another phase and wake whoever waits for it."""
        with self._changed:
            self._phase = phase
            self._reason = reason
            self._came_round_at = self._clock.monotonic()
            self._changed.notify_all()

    def is_ready(self) -> bool:
        return self._phase == "ready"

    def is_live(self) -> bool:
        if self._phase == "stopped":
            return False
        return self._clock.monotonic() - self._came_round_at <= self._stall_after_s

    def wait_for(self, phase: Phase, timeout_s: float) -> bool:
        """Wait until it is in that phase; False when the time is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._phase == phase, timeout_s)
