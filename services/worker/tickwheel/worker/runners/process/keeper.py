"""Starts processes before an attempt needs them, and ends those that nobody needs any more: a thread of its own.

Starting an interpreter and importing handlers takes tenths of a second of a core, so it happens ahead: when a process was
taken out of the pool, and when work that is parked will want more at one moment than are ready.
"""

import threading

from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.settings.group import cores
from tickwheel.worker.runners.process import wire
from tickwheel.worker.runners.process.forecast import Forecast
from tickwheel.worker.runners.process.pool import Pool
from tickwheel.worker.runners.process.process import HandlerProcess

log = logs.logger(__name__)

LOOK_S = 0.25
"""How often to look at the forecast."""

PAUSE_S = 1.0
"""After a process that could not be started: the next one most likely cannot either."""


class Keeper:
    def __init__(
        self, pool: Pool, clock: Clock, forecast: Forecast | None = None, prepare: wire.Prepare | None = None
    ) -> None:
        self._pool = pool
        self._clock = clock
        self._forecast = forecast or Forecast()
        self._prepare = prepare or wire.Prepare()
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="handler-processes", daemon=True).start()

    def stop(self) -> None:
        self._pool.close()
        self._ended.set()

    def _run(self) -> None:
        pool = self._pool
        while not pool.closed:
            pool.expect(self._forecast.peak(self._clock.now_ms()))
            # More at a time than there are cores would only make the first of them ready later.
            number = pool.order(cores())
            if number:
                self._start(number)
            else:
                for process in pool.retire(self._clock.monotonic()):
                    process.bury()
                pool.await_demand(LOOK_S)

    def _start(self, number: int) -> None:
        """Side by side: the first is heard when all have been launched."""
        refused = False
        for launched in [self._launch() for _ in range(number)]:
            if isinstance(launched, OSError):
                refused = self._refuse(str(launched))
            elif launched.hear() is None:
                refused = self._refuse(f"it ended with {launched.bury()}; look at the worker's stderr")
            else:
                self._pool.deliver(launched, self._clock.monotonic())
        if refused:
            self._ended.wait(PAUSE_S)

    def _launch(self) -> HandlerProcess | OSError:
        try:
            return HandlerProcess(self._prepare)
        except OSError as fault:
            return fault

    def _refuse(self, why: str) -> bool:
        log.error("A process for handlers could not be started", fault=why)
        self._pool.refuse(f"a process for handlers could not be started: {why}")
        return True
