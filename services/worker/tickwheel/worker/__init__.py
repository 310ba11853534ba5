"""Claims executions, runs their handlers on time and reports the outcomes."""

from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.context import JobContext, current_context
from tickwheel.worker.sdk.errors import FailedInProcess, HandlerError, NonRetryable, RetryAfter
from tickwheel.worker.sdk.middleware import Middleware
from tickwheel.worker.sdk.options import Retry
from tickwheel.worker.sdk.submission import Enqueued

__all__ = [
    "App",
    "Enqueued",
    "FailedInProcess",
    "HandlerError",
    "JobContext",
    "Middleware",
    "NonRetryable",
    "Retry",
    "RetryAfter",
    "current_context",
]
