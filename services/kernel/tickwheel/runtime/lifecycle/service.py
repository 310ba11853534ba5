"""What a service looks like from outside."""

from typing import Protocol


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
