"""The application: the handlers of one code base, gathered by a decorator."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from tickwheel.runtime.fault import Fault
from tickwheel.worker.sdk.handler import Handler, Kind
from tickwheel.worker.sdk.signature import handler_of

P = ParamSpec("P")
R = TypeVar("R")


class HandlerNameError(Fault):
    """Two functions claim one handler name."""


class App:
    """`app = App("billing")`, then `@app.job("billing.invoice")` above a function. Importing it does no I/O."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._handlers: dict[str, Handler] = {}

    @property
    def handlers(self) -> tuple[Handler, ...]:
        return tuple(self._handlers.values())

    def job(self, name: str, *, kind: Kind | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Register a function as a handler. The function itself stays callable as it was."""

        def register(function: Callable[P, R]) -> Callable[P, R]:
            self.add(handler_of(name, function, kind))
            return function

        return register

    def add(self, handler: Handler) -> None:
        if handler.name in self._handlers:
            raise HandlerNameError(
                f"the handler {handler.name} is registered twice in app {self.name}: rename one"
            )
        self._handlers[handler.name] = handler
