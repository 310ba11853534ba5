"""What handlers write with the standard `logging` goes to the log of their execution too."""

import logging
import traceback

from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.worker.sdk.context import CURRENT

TRACE_CHARS = 4_096
"""The end of a traceback: that is where the error is."""


class ExecutionLogHandler(logging.Handler):
    """Put it on the root logger. Lines written outside of a handler pass it by."""

    def emit(self, record: logging.LogRecord) -> None:
        context = CURRENT.get()
        if context is None:
            return
        try:
            about = {"traceback": _trace(record.exc_info[1])} if record.exc_info else {}
            context.log(record.getMessage(), level=_level(record.levelno), logger=record.name, **about)
        except (
            Exception
        ):  # arguments that do not fit the message: told on stderr, as every handler of logging does
            self.handleError(record)


def _level(number: int) -> LogLevel:
    if number >= logging.ERROR:
        return "error"
    if number >= logging.WARNING:
        return "warning"
    return "info" if number >= logging.INFO else "debug"


def _trace(error: BaseException | None) -> str:
    return "".join(traceback.format_exception(error))[-TRACE_CHARS:] if error is not None else ""
