"""What every service's composition root does around its own parts: settings, logs, signals, endpoint, loop."""

import sys
from collections.abc import Callable
from typing import TypeVar

from tickwheel.runtime import logs
from tickwheel.runtime.endpoint import Endpoint
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.lifecycle import Health, Service, garbage, run_service, stop_on_signals
from tickwheel.runtime.lifecycle.service import KnowsItsProcess, KnowsWhyNotReady
from tickwheel.runtime.log.errors import LogError, RetriableError
from tickwheel.runtime.settings import ServiceSettings, load

S = TypeVar("S", bound=ServiceSettings)


def serve(
    kind: type[S],
    build: Callable[[S], Service],
    *,
    retriable: tuple[type[Exception], ...] = (RetriableError,),
) -> int:
    """Read the settings, build the service and run it until a signal. Returns the process's exit code.

    Faults before the service runs (settings, building, a busy port) are told on stderr: logs may not be set up yet.
    """
    try:
        settings = load(kind)
        logs.configure(settings.logs.format, settings.logs.level)
        health = Health()
        with stop_on_signals() as stop:
            service = build(settings)
            why_not = service.why_not_ready if isinstance(service, KnowsWhyNotReady) else str
            host, port = settings.metrics.host, settings.metrics.port
            with Endpoint(service.name, health, host, port, why_not) as endpoint:
                if isinstance(service, KnowsItsProcess):
                    service.settle(stop, f"{host}:{endpoint.port}")
                garbage.settle()
                return run_service(service, stop, health=health, retriable=retriable)
    except (Fault, LogError) as fault:
        sys.stderr.write(f"tickwheel: {fault}\n")
        return 1
