"""What a handler can know and say while it runs."""

import itertools
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol, get_args

from tickwheel.protocol.vocabulary import LogLevel

_LEVELS = frozenset(get_args(LogLevel))


class Speech:
    """How much one run has said: the numbers of its lines, and what is left of its allowance."""

    __slots__ = ("allowance", "at_ms", "dropped", "lines")

    def __init__(self, at_ms: int, allowance: float) -> None:
        self.lines = itertools.count(1)  # any thread of the handler may speak: no number is given twice
        self.dropped = 0
        self.allowance = allowance
        self.at_ms = at_ms


class Voice(Protocol):
    """Takes what handlers say to the `logs` topic. Never waits; drops above its rate and counts what it dropped."""

    def log(self, context: "JobContext", level: LogLevel, message: str, fields: dict[str, Any]) -> None: ...

    def progress(self, context: "JobContext", fraction: float, message: str) -> None: ...

    def end(self, context: "JobContext") -> None:
        """The run is over: say how much was dropped, if it was not said yet."""


class JobContext:
    """The run a handler is in. Take it as a parameter annotated `JobContext`, or call `current_context()`."""

    __slots__ = ("_cancelled", "_voice", "attempt", "deadline_ms", "due_ms", "execution_id", "handler", "job_id",
                 "job_name", "max_attempts", "partition", "speech", "traceparent")  # fmt: skip

    def __init__(
        self,
        *,
        job_id: str,
        job_name: str,
        execution_id: str,
        attempt: int,
        max_attempts: int,
        handler: str,
        due_ms: int,
        deadline_ms: int,
        partition: int = 0,
        traceparent: str = "",
        voice: Voice | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.job_id = job_id
        self.job_name = job_name
        self.execution_id = execution_id
        self.attempt = attempt
        """From 1. A stale attempt's report changes nothing."""
        self.max_attempts = max_attempts
        self.handler = handler
        self.due_ms = due_ms
        """The instant this run stands for."""
        self.deadline_ms = deadline_ms
        """When it is stopped as timed out."""
        self.partition = partition
        self.traceparent = traceparent
        """W3C trace context of the enqueue, or empty."""
        self._voice = voice
        self._cancelled = cancelled
        self.speech: Speech | None = None

    @property
    def idempotency_token(self) -> str:
        """The same for every attempt of this execution: hand it to systems that must not act twice."""
        return self.execution_id

    @property
    def fencing_token(self) -> tuple[str, int]:
        """(execution id, attempt): a store that keeps the highest attempt can refuse a stale one."""
        return self.execution_id, self.attempt

    @property
    def cancelled(self) -> bool:
        """True once the run should end: it was cancelled, its time is up or the worker must stop. Poll it in threads."""
        return self._cancelled is not None and self._cancelled()

    def log(self, message: object, /, *, level: LogLevel = "info", **fields: Any) -> None:
        """A line in the execution's own log, visible live and afterwards. No slip in it fails the job."""
        if self._voice is not None:
            self._voice.log(self, level if level in _LEVELS else "info", str(message), fields)

    def progress(self, fraction: float, message: str = "") -> None:
        """How far it has come, 0 to 1."""
        if self._voice is not None:
            self._voice.progress(self, min(1.0, max(0.0, fraction)), str(message))

    def end(self) -> None:
        """Called by the worker after the handler."""
        if self.speech is not None and self._voice is not None:
            self._voice.end(self)


CURRENT: ContextVar[JobContext | None] = ContextVar("tickwheel_job", default=None)


def current_context() -> JobContext:
    """The run that the calling code is part of."""
    context = CURRENT.get()
    if context is None:
        raise RuntimeError("no handler runs here; call current_context() from inside a handler")
    return context
