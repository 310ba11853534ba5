"""The stream as a service like the others: faust runs on a loop in a thread of its own, and is made anew when it crashes."""

import asyncio
import threading
from collections.abc import Callable

import faust

from tickwheel.projector.health.stream import recovered
from tickwheel.runtime import logs
from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.log.errors import RetriableError

READY_S = 30.0
"""Joining the group and reading the changelog take no longer, or something is wrong."""
LOOK_EVERY_S = 0.5
STOP_S = 5.0
"""What is left to send may wait for a broker that is gone: then it is let go, and heard of again after the next start."""

log = logs.logger(__name__)


class HealthStream:
    name = "health"

    def __init__(self, make: Callable[[], faust.App], probe: BrokerProbe) -> None:
        """`make` makes the application; it is called on the thread that runs it."""
        self._make = make
        self._probe = probe
        self._running: _Running | None = None

    def start(self) -> None:
        """Return when the table is recovered."""
        self.stop()
        self._running = _Running(self._make)
        if not self._running.wait_until_ready(READY_S):
            self.stop()
            raise RetriableError(f"the stream did not recover its table within {READY_S:.0f} s")

    def run_once(self) -> None:
        if self._running is None:
            self.start()
        elif self._running.ended.wait(LOOK_EVERY_S):
            reason = self._running.reason
            self.stop()
            raise RetriableError(f"the stream ended: {reason}")

    def why_not_ready(self) -> str:
        """faust waits for a broker that is gone, and says nothing."""
        return self._probe.why_not()

    def stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.stop()


class _Running:
    """One life of the application, from start to end or crash."""

    def __init__(self, make: Callable[[], faust.App]) -> None:
        self.ended = threading.Event()
        self.reason = ""
        self._make = make
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="faust", daemon=True)
        self._thread.start()

    def wait_until_ready(self, timeout_s: float) -> bool:
        self._ready.wait(timeout_s)
        return self._ready.is_set() and not self.ended.is_set()

    def stop(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(STOP_S)
        if self._thread.is_alive():
            log.warning("The stream did not end in time and is left behind", seconds=STOP_S)

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                runner.run(self._live())
        except Exception as error:  # whatever faust raises: the service decides, and its log tells
            self.reason = self.reason or repr(error)
        finally:
            self.ended.set()
            self._ready.set()

    async def _live(self) -> None:
        app = self._make()
        await app.start()
        try:
            await app.wait_first(self._tell_when_ready(app), self._stop.wait())
            await app.wait_first(self._stop.wait())
            if app.crash_reason is not None:
                self.reason = repr(app.crash_reason)
        finally:
            await app.stop()

    async def _tell_when_ready(self, app: faust.App) -> None:
        await recovered(app).wait()
        self._ready.set()
