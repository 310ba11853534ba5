"""What a service looks like from outside."""

import threading
from typing import Protocol, runtime_checkable


class Service(Protocol):
    """One thread calls these three, in this order, `run_once` again and again.

    start ──> run_once ──> run_once ──> ... ──> stop
      ^ │        ^ │
      └─┘        └─┘  a retriable fault: the same call is made again after a pause
    """

    @property
    def name(self) -> str:
        """The service's word in logs and metrics, such as `scheduler`."""

    def start(self) -> None:
        """Get ready to work, and return only when ready. Called again if it fails with a retriable fault."""

    def run_once(self) -> None:
        """Do one bounded piece of work, or wait for some; return within about a second."""

    def stop(self) -> None:
        """Finish in good order and free everything. May be called twice, and after a failed start."""


@runtime_checkable
class KnowsWhyNotReady(Protocol):
    """A service that may run well and still not be able to do its job."""

    def why_not_ready(self) -> str:
        """A sentence; empty while it can do its job. Called by any thread, at every look at its health."""


@runtime_checkable
class KnowsItsProcess(Protocol):
    """A service that tells others where it is, or that may ask for its own end."""

    def settle(self, stop: threading.Event, address: str) -> None:
        """Called once, before `start`. Setting `stop` ends the process in good order; `address` is that of /metrics and /health."""
