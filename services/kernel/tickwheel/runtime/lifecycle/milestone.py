"""Points that a running service passes and tests can wait for, so that no test sleeps."""

import queue
from typing import Generic, TypeVar

T = TypeVar("T")


class Milestone(Generic[T]):
    """A service says `reached(value)`; a test says `watch()` beforehand and then `wait()`, once for each value.

    Nobody watches in production: then `reached` is one comparison.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._values: queue.SimpleQueue[T] | None = None

    def watch(self) -> None:
        """Keep values from now on."""
        self._values = queue.SimpleQueue()

    def reached(self, value: T) -> None:
        if self._values is not None:
            self._values.put(value)

    def wait(self, timeout_s: float = 10.0) -> T:
        """The next value, in the order they were reached."""
        if self._values is None:
            raise RuntimeError(f"nobody watches {self._name}: call watch() before the service starts")
        try:
            return self._values.get(timeout=timeout_s)
        except queue.Empty:
            raise TimeoutError(f"{self._name} was not reached within {timeout_s} s") from None
