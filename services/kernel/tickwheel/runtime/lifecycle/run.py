"""Runs a service until it is asked to stop. The only two places that catch a service's faults are here."""

import threading
from collections.abc import Callable

from tickwheel.runtime import logs, metrics
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle.backoff import Backoff
from tickwheel.runtime.lifecycle.health import Health
from tickwheel.runtime.lifecycle.service import Service
from tickwheel.runtime.log.errors import LogError, RetriableError

log = logs.logger(__name__)


def run_service(
    service: Service,
    stop: threading.Event,
    *,
    health: Health | None = None,
    retriable: tuple[type[Exception], ...] = (RetriableError,),
    backoff: Backoff | None = None,
) -> int:
    """Start, work until `stop` is set, stop. Returns the exit code: 0 when asked to stop, 1 after a fault."""
    loop = _Loop(service, stop, health or Health(), retriable, backoff or Backoff())
    try:
        loop.run()
    except (Fault, LogError) as fault:
        log.error("The service stopped because of a fault", service=service.name, fault=str(fault))  # noqa: TRY400 - foreseeable: the sentence is enough
        return 1
    except Exception:
        log.exception("The service stopped because of an unexpected error", service=service.name)
        return 1
    log.info("The service has stopped", service=service.name)
    return 0


class _Loop:
    def __init__(
        self,
        service: Service,
        stop: threading.Event,
        health: Health,
        retriable: tuple[type[Exception], ...],
        backoff: Backoff,
    ) -> None:
        self._service = service
        self._stop = stop
        self._health = health
        self._retriable = retriable
        self._backoff = backoff

    def run(self) -> None:
        try:
            started = False
            while not self._stop.is_set() and not started:
                started = self._try(self._service.start)
            while not self._stop.is_set():
                self._try(self._service.run_once)
        finally:
            self._health.enter("stopping", "it is stopping")
            try:
                self._service.stop()
            finally:
                self._health.enter("stopped", "it has stopped")

    def _try(self, step: Callable[[], None]) -> bool:
        """Make one step. After a retriable fault wait a little and let the caller make it again."""
        try:
            step()
        except self._retriable as fault:
            pause_s = self._backoff.next_s()
            self._health.enter("retrying", str(fault))
            metrics.SERVICE_RETRIES.labels(self._service.name).inc()
            log.warning(
                "Trying again after a fault", service=self._service.name, fault=str(fault), pause_s=pause_s
            )
            self._stop.wait(pause_s)
            return False
        self._succeeded()
        return True

    def _succeeded(self) -> None:
        if self._health.is_ready():
            self._health.came_round()
            return
        self._backoff.reset()
        self._health.enter("ready")
        log.info("The service is ready", service=self._service.name)
