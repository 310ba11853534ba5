"""What a handler raises to steer its retries, and what middleware sees of one that failed elsewhere.

HandlerError
├── NonRetryable       a retry would be no use: the execution fails for good
├── RetryAfter         retry, but not before the given delay
└── FailedInProcess    a handler with kind="process" has failed: seen by middleware only
"""


class HandlerError(Exception):
    """Base of the errors that mean something to Tickwheel. Any other exception is an ordinary failure."""


class NonRetryable(HandlerError):  # noqa: N818 - reads as what it says: raise NonRetryable(...)
    """A retry would be no use."""


class RetryAfter(HandlerError):  # noqa: N818
    """Retry this attempt after a delay of the handler's own choice."""

    def __init__(self, delay_s: float, message: str = "") -> None:
        super().__init__(message or f"the handler asked for a retry after {delay_s:g} s")
        if delay_s < 0:
            raise ValueError(f"a delay cannot be negative: {delay_s}")
        self.delay_s = delay_s

    @property
    def delay_ms(self) -> int:
        return round(self.delay_s * 1_000)


class FailedInProcess(HandlerError):  # noqa: N818
    """What a handler raised in a process of its own. The exception itself stays there: this tells of it in words."""

    def __init__(self, error_class: str, error_message: str, traceback: str) -> None:
        super().__init__(f"{error_class}: {error_message}")
        self.error_class = error_class
        self.error_message = error_message
        self.traceback = traceback
