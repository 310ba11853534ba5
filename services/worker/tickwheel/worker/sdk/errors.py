"""What a handler raises to steer its retries.

HandlerError
├── NonRetryable    a retry would be no use: the execution fails for good
└── RetryAfter      retry, but not before the given delay
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
