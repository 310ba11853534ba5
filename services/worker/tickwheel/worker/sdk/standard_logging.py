"""What handlers write with the standard `logging` goes to the log of their execution too."""

import logging

from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.worker.sdk.context import CURRENT


class ExecutionLogHandler(logging.Handler):
    """Put it on the root logger. Lines written outside of a handler pass it by."""

    def emit(self, record: logging.LogRecord) -> None:
        context = CURRENT.get()
        if context is not None:
            context.log(record.getMessage(), level=_level(record.levelno), logger=record.name)


def _level(number: int) -> LogLevel:
    if number >= logging.ERROR:
        return "error"
    if number >= logging.WARNING:
        return "warning"
    return "info" if number >= logging.INFO else "debug"
