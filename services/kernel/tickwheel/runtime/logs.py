"""Structured logs: every line is a sentence plus fields. Readable on a terminal, one JSON object a line elsewhere.

    log = logs.logger(__name__)
    log.info("Took over a partition", partition=3, restore_ms=412)

The sentence is constant text, so that lines can be counted by it; what varies goes into fields. A call below the level
costs well under a microsecond. `bound` adds ids to every line written inside it, by whomever.
"""

import logging
import os
import sys
import threading
from collections.abc import MutableMapping, Sequence
from typing import Any, Literal, TextIO, cast

import msgspec
import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.processors import EventRenamer, TimeStamper, add_log_level, format_exc_info
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_logger_name
from structlog.typing import FilteringBoundLogger, Processor

Format = Literal["auto", "json", "console"]
Level = Literal["debug", "info", "warning", "error"]

QUIET = ("aiokafka", "asyncio", "faust", "httpcore2", "httpx2", "mode")
"""Libraries whose lower levels tell about themselves rather than about us."""

bound = bound_contextvars
"""`with bound(job=..., execution=..., worker=...)`: these fields on every line written inside, here or in a library."""


class NamedLogger(structlog.WriteLogger):
    """Writes lines to a stream, under the name of the module they come from."""

    def __init__(self, stream: TextIO, name: str) -> None:
        super().__init__(stream)
        self.name = name


def logger(name: str) -> FilteringBoundLogger:
    """A logger for one module. Cheap, and safe to make before `configure`."""
    return cast("FilteringBoundLogger", structlog.get_logger(name))


def configure(format: Format = "auto", level: Level = "info", stream: TextIO | None = None) -> None:  # noqa: A002 - the setting's name
    """Send our own lines, the standard library's and warnings to one stream. Called once, by a composition root."""
    out = sys.stderr if stream is None else stream
    readable = format == "console" or (format == "auto" and out.isatty())
    threshold = logging.getLevelNamesMapping()[level.upper()]
    time = TimeStamper(fmt="iso", utc=True, key="time")
    shared: list[Processor] = [merge_contextvars, add_log_level, add_logger_name, time]
    render = _for_people(out) if readable else _for_machines()
    structlog.configure(
        processors=[*shared, *render],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=lambda name: NamedLogger(out, name),
        cache_logger_on_first_use=True,
    )
    _capture_standard_logging(out, threshold, shared, render)
    threading.excepthook = _log_thread_crash


def _for_people(out: TextIO) -> list[Processor]:
    colours = out.isatty() and "NO_COLOR" not in os.environ
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=colours, timestamp_key="time", exception_formatter=plain)]


def _for_machines() -> list[Processor]:
    encode = msgspec.json.Encoder(enc_hook=str).encode

    def as_json(_logger: object, _method: str, line: MutableMapping[str, Any]) -> str:
        return encode(line).decode()

    return [format_exc_info, EventRenamer("message"), as_json]


def _capture_standard_logging(
    out: TextIO, threshold: int, shared: Sequence[Processor], render: Sequence[Processor]
) -> None:
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[*shared, ExtraAdder()],
            processors=[ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(threshold)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(threshold, logging.WARNING))
    logging.captureWarnings(capture=True)


def _log_thread_crash(crash: threading.ExceptHookArgs) -> None:
    name = crash.thread.name if crash.thread else "unknown"
    if crash.exc_value is not None:
        logger(__name__).error("A thread ended by an unexpected error", thread=name, exc_info=crash.exc_value)
