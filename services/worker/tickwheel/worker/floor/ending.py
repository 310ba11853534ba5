"""How an attempt ended, before it is put into an outcome record."""

import msgspec

from tickwheel.protocol.vocabulary import OutcomeStatus
from tickwheel.worker.floor.held import Held, StopReason

_OF_THE_WORKER = ("WorkerDrained", "LeaseLost")


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    status: OutcomeStatus
    result: str = ""
    error_class: str = ""
    error_message: str = ""
    traceback: str = ""
    retryable: bool = True
    retry_after_ms: int = -1

    @property
    def speaks_against_handler(self) -> bool:
        """Only a failure that a retry might mend does; a refused payload does not, nor does what the worker did to it."""
        if self.status == "failed":
            return self.retryable and not self.is_of_the_worker
        return self.status == "timed_out"

    @property
    def is_of_the_worker(self) -> bool:
        """The worker stopped it for reasons of its own: it drained, or lost its lease."""
        return self.error_class in _OF_THE_WORKER and self.status == "failed"


Ended = tuple[Held, Ending]
"""An attempt and how it ended. They come in flocks, and what is done for each once a flock is not done for each."""

COMPLETED = Ending(status="completed")
"""The most frequent one: it ended well and returned nothing."""

RECALLED = Ending(status="recalled")
DRAINING = Ending(
    status="released", error_class="WorkerDraining", error_message="the worker drains and hands it back"
)
TOO_LATE = Ending(
    status="released", error_class="NoFreeSlot", error_message="the worker had no free slot in time"
)
FENCED = Ending(
    status="released", error_class="LeaseLost", error_message="the worker lost its lease before the start"
)

_STOPPED: dict[StopReason, tuple[OutcomeStatus, str, str]] = {
    "timed_out": ("timed_out", "TimedOut", "the handler ran longer than its time-out of {timeout_ms} ms"),
    "cancelled": ("cancelled", "Cancelled", "the execution was cancelled while it ran"),
    "drained": ("failed", "WorkerDrained", "the worker had to stop before the handler ended"),
    "fenced": ("failed", "LeaseLost", "the worker lost its lease while the handler ran"),
}


def stopped(held: Held, traceback: str = "") -> Ending:
    """The ending of an attempt that was told to stop, whatever it did then other than return."""
    status, error_class, message = _STOPPED[held.stop or "cancelled"]
    return Ending(
        status=status,
        error_class=error_class,
        error_message=message.format(timeout_ms=held.dispatch.timeout_ms),
        traceback=traceback,
    )


def unknown_handler(name: str) -> Ending:
    return Ending(
        status="released",
        error_class="UnknownHandler",
        error_message=f"no handler {name} is registered on this worker; "
        "start a worker that registers it, or correct the job's handler",
    )


def does_not_fit(what: str) -> Ending:
    return Ending(status="released", error_class="DoesNotFit", error_message=what)
