"""A handler as the worker knows it: a name, how it runs, and how its payload is read."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from tickwheel.worker.sdk.middleware import Middleware

Kind = Literal["async", "thread", "process", "http", "command"]
"""async: a task on the event loop; thread: a thread of the pool; process: a process of its own."""

ReadPayload = Callable[[str], Any]
"""From the payload's JSON text to what the function takes. Raises on a payload that does not fit."""


class Handler(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    """Registered name, such as reports.generate_daily."""
    kind: Kind
    call: Callable[..., Any]
    """The function itself; a coroutine function if it is async, http or command."""
    read_payload: ReadPayload | None
    """None for a function that takes no payload."""
    takes_context: bool = False
    """Whether the context is passed as an argument too; it can always be had from `current_context`."""
    context_name: str = ""
    """Name of the parameter that takes the context."""
    payload_name: str = ""
    """Name of the parameter that takes the payload."""
    memory_limit_mib: int = 0
    """What its process may take, if it runs in one; 0: as the worker's settings say."""
    middleware: tuple[Middleware, ...] = ()
    """Entered around each call, the first outermost."""
    payload_schema: str = ""
    """JSON Schema as text, or empty."""
    description: str = ""
    """First line of its documentation."""

    def arguments(self, payload: str, context: object) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if self.read_payload is not None:
            arguments[self.payload_name] = self.read_payload(payload)
        if self.takes_context:
            arguments[self.context_name] = context
        return arguments
