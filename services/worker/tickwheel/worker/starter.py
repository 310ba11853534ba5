"""The thread that starts handlers at their instant: sleeps until then and no longer, however busy Kafka is."""

import threading

from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.worker.presence.pulse import Pulse

log = logs.logger(__name__)


class Starter:
    def __init__(self, clock: Clock, pulse: Pulse, woken: threading.Event) -> None:
        self._clock = clock
        self._pulse = pulse
        self._woken = woken
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="starter", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self._stopped = True
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            self._woken.clear()
            until_ms = self._pulse.run_once()
            self._sleep_until(until_ms * 1_000_000)

    def _sleep_until(self, instant_ns: int) -> None:
        """The wall clock may be set while it sleeps, so it never sleeps long: the pulse comes back within 25 ms."""
        left_ns = instant_ns - self._clock.now_ns()
        if left_ns > 0:
            self._woken.wait(left_ns / 1e9)
