"""Claims executions, runs their handlers on time and reports the outcomes."""

from tickwheel.worker.sdk.app import App
from tickwheel.worker.sdk.context import JobContext, current_context
from tickwheel.worker.sdk.errors import HandlerError, NonRetryable, RetryAfter

__all__ = ["App", "HandlerError", "JobContext", "NonRetryable", "RetryAfter", "current_context"]
