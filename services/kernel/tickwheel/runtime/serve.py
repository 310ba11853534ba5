"""What every service's composition root does around its own parts: settings, logs, signals, endpoint, loop."""

from collections.abc import Callable
from typing import TypeVar

from tickwheel.runtime import logs
from tickwheel.runtime.endpoint import Endpoint
from tickwheel.runtime.lifecycle import Health, Service, run_service, stop_on_signals
from tickwheel.runtime.log.errors import RetriableError
from tickwheel.runtime.settings import ServiceSettings, load

S = TypeVar("S", bound=ServiceSettings)


def serve(
    kind: type[S],
    build: Callable[[S], Service],
    *,
    retriable: tuple[type[Exception], ...] = (RetriableError,),
) -> int:
    """Read the settings, build the service and run it until a signal. Returns the process's exit code.

    Faults of the settings and of building come out as `Fault`: nothing runs yet, and the caller tells the person.
    """
    settings = load(kind)
    logs.configure(settings.logs.format, settings.logs.level)
    health = Health()
    with stop_on_signals() as stop:
        service = build(settings)
        with Endpoint(service.name, health, settings.metrics.host, settings.metrics.port):
            return run_service(service, stop, health=health, retriable=retriable)
