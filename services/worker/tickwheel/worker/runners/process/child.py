"""The program of a handler's process: runs one attempt after another, as told through a pipe.

It ends, with its whole process group, as soon as the pipe from the worker ends: a dead worker must leave nothing running.
"""

import logging
import os
import queue
import signal
import sys
import threading
from functools import cache
from typing import Any, BinaryIO

from tickwheel.protocol.vocabulary import LogLevel
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.redaction import redact, redact_within
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.process import memory, wire
from tickwheel.worker.sdk import importable
from tickwheel.worker.sdk.context import CURRENT, JobContext
from tickwheel.worker.sdk.handler import Handler
from tickwheel.worker.sdk.signature import handler_of
from tickwheel.worker.sdk.standard_logging import ExecutionLogHandler

log = logging.getLogger(__name__)


class PipeVoice:
    """Passes what the handler says to the worker, which caps its rate.

    Secrets are masked here already: only the process that resolved them knows what they look like.
    """

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def log(self, context: JobContext, level: LogLevel, message: str, fields: dict[str, Any]) -> None:
        self.say(wire.Logged(level, redact(message), redact_within(fields)))

    def progress(self, context: JobContext, fraction: float, message: str) -> None:
        self.say(wire.Progressed(fraction, redact(message)))

    def end(self, context: JobContext) -> None:
        """The worker counts."""

    def say(self, said: wire.Said) -> None:
        with self._lock:
            wire.write(self._pipe, said)


class Child:
    def __init__(self, orders: BinaryIO, voice: PipeVoice) -> None:
        self._orders = orders
        self._voice = voice
        self._runs: queue.SimpleQueue[wire.Run] = queue.SimpleQueue()
        self._current: Held | None = None

    def serve(self) -> None:
        signal.signal(signal.SIGTERM, self._raise_flag)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _import(wire.read_prepare(self._orders) or wire.Prepare())
        threading.Thread(target=self._listen, name="orders", daemon=True).start()
        self._voice.say(wire.Ready())
        while True:
            run = self._runs.get()
            self._voice.say(wire.Ended(self._run(run)))

    def _listen(self) -> None:
        while (run := wire.read_run(self._orders)) is not None:
            self._runs.put(run)
        os.killpg(0, signal.SIGKILL)

    def _raise_flag(self, *_: object) -> None:
        """SIGTERM: the worker wants it to end. A handler that polls `context.cancelled` ends in good order."""
        if self._current is not None:
            self._current.stop = "cancelled"

    def _run(self, run: wire.Run) -> Ending:
        try:
            held = Held(run.dispatch, _handler(run.dispatch.handler, run.function), "", 0)
            held.started_at_ms = run.started_at_ms
            self._current = held
            context = invocation.context_of(held, self._voice)
            CURRENT.set(context)
            with memory.limited(run.memory_mib):
                return invocation.returned(invocation.bind(held, context)())
        except BaseException as error:
            return invocation.raised(Held(run.dispatch, None, "", 0), error)
        finally:
            self._current = None


def _import(prepare: wire.Prepare) -> None:
    """What cannot be imported fails again at its attempt, which tells its author why."""
    for name, reference in prepare.handlers:
        try:
            _handler(name, reference)
        except Exception as error:
            log.warning("Handler %s cannot be imported: %r", name, error)


@cache
def _handler(name: str, reference: str) -> Handler:
    return handler_of(name, importable.resolve(reference), "process")


def main() -> None:
    orders, answers = (int(number) for number in sys.argv[1:3])
    memory.be_first_to_go()
    logging.basicConfig(level=logging.INFO, handlers=[ExecutionLogHandler(), logging.StreamHandler()])
    with os.fdopen(orders, "rb") as read, os.fdopen(answers, "wb") as write:
        Child(read, PipeVoice(write)).serve()


if __name__ == "__main__":
    main()
