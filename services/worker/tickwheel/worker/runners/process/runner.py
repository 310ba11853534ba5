"""Runs each attempt in a process; a thread of the worker stands by each. What is told to stop is killed with its group."""

import threading
from collections.abc import Sequence

from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.ending import Ending, stopped
from tickwheel.worker.floor.held import Held, Key
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.port import MayStart, OnFinished
from tickwheel.worker.runners.process import wire
from tickwheel.worker.runners.process.forecast import Forecast
from tickwheel.worker.runners.process.keeper import Keeper
from tickwheel.worker.runners.process.pool import Care, Pool
from tickwheel.worker.runners.process.process import HandlerProcess
from tickwheel.worker.runners.threads import Threads
from tickwheel.worker.sdk import importable
from tickwheel.worker.sdk.context import JobContext, Voice
from tickwheel.worker.sdk.errors import FailedInProcess
from tickwheel.worker.sdk.handler import Handler

KILL_AFTER_S = 2.0
"""Between SIGTERM and SIGKILL: time to put things in order."""

EXIT_S = 2.0


class ProcessRunner:
    def __init__(
        self,
        clock: Clock,
        on_finished: OnFinished,
        voice: Voice | None = None,
        may_start: MayStart = lambda: True,
        care: Care | None = None,
        handlers: Sequence[Handler] = (),
    ) -> None:
        self._clock = clock
        self._on_finished = on_finished
        self._voice = voice
        self._may_start = may_start
        self._care = care or Care()
        self._pool = Pool(self._care)
        self._forecast = Forecast()
        prepare = wire.Prepare(tuple((each.name, importable.reference(each.call)) for each in handlers))
        self._keeper = Keeper(self._pool, clock, self._forecast, prepare)
        self._running: dict[Key, HandlerProcess] = {}
        self._threads = Threads("handler-process", self._run)

    def expect(self, attempts: Sequence[Held]) -> None:
        self._forecast.expect(held.dispatch.not_before_ms for held in attempts)

    def start(self, attempts: Sequence[Held]) -> None:
        self._threads.submit(attempts)

    def stop(self, held: Held) -> None:
        process = self._running.get(held.key)
        if process is not None:
            process.terminate()
            killer = threading.Timer(KILL_AFTER_S, self._kill, (held.key, process))
            killer.daemon = True
            killer.start()

    def close(self, timeout_s: float) -> None:
        self._threads.close()
        self._keeper.stop()
        for process in list(self._running.values()):
            process.kill()

    def _kill(self, key: Key, process: HandlerProcess) -> None:
        if self._running.get(key) is process:
            process.kill()

    def _run(self, held: Held) -> None:
        try:
            ending = self._attempt(held)
        except Exception as error:  # a process that cannot be started, a function that cannot be imported
            ending = invocation.raised(held, error)
        self._on_finished([(held, ending)])

    def _attempt(self, held: Held) -> Ending:
        if held.handler is None:
            raise LookupError(f"no handler {held.dispatch.handler} is registered here")
        process = self._begin(held, held.handler)
        if isinstance(process, Ending):
            return process
        self._running[held.key] = process
        try:
            # Told to stop while it was given to the process: nobody else would stop it now.
            ending = self._hear_out(held, process) if held.stop is None else None
        except BaseException:  # middleware: what its process does by now is not known
            self._give_back(process, spent=True)
            raise
        finally:
            del self._running[held.key]
        if ending is None or held.stop is not None:
            ending = self._died(held, process, ending)
            self._give_back(process, spent=True)
        else:
            self._forecast.ended(self._clock.now_ms() - held.started_at_ms)
            self._give_back(process, spent=ending.error_class == "MemoryError")
        return ending

    def _begin(self, held: Held, handler: Handler) -> HandlerProcess | Ending:
        """Give it to a process. One that died while it was idle has not begun anything, so the next one gets it."""
        where = importable.reference(handler.call)
        memory_mib = handler.memory_limit_mib or self._care.memory_mib
        while True:
            process = self._pool.take()
            refusal = invocation.refusal(held, self._may_start)
            if refusal is not None:
                self._give_back(process, spent=False)
                return refusal
            held.started_at_ms = self._clock.now_ms()
            if process.give(wire.Run(held.dispatch, where, held.started_at_ms, memory_mib)):
                return process
            self._give_back(process, spent=True)

    def _give_back(self, process: HandlerProcess, *, spent: bool) -> None:
        self._pool.give_back(process, self._clock.monotonic(), spent=spent)

    def _hear_out(self, held: Held, process: HandlerProcess) -> Ending | None:
        """What the handler ended with; None if its process ended instead. Middleware runs here, beside the process."""
        context = invocation.context_of(held, self._voice)
        ending: Ending | None = None
        try:
            with invocation.surroundings(held, context):
                ending = self._listen(context, process)
                _show_failure(ending)
        except FailedInProcess:
            return ending
        finally:
            context.end()
        return ending

    def _listen(self, context: JobContext, process: HandlerProcess) -> Ending | None:
        while (said := process.hear()) is not None:
            if isinstance(said, wire.Ended):
                return said.ending
            self._pass_on(context, said)
        return None

    @staticmethod
    def _pass_on(context: JobContext, said: wire.Said) -> None:
        if isinstance(said, wire.Logged):
            context.log(said.message, level=said.level, **said.fields)
        elif isinstance(said, wire.Progressed):
            context.progress(said.fraction, said.message)

    @staticmethod
    def _died(held: Held, process: HandlerProcess, ending: Ending | None) -> Ending:
        how = process.exit_soon(EXIT_S if ending is None else 0.0) or "its group was killed"
        if held.stop is not None:
            return ending if ending is not None and ending.status == "completed" else stopped(held)
        return Ending(
            status="failed",
            error_class="ProcessDied",
            error_message=f"the handler's process ended with {how} before the handler returned; "
            "look for os._exit, a crash in native code or too little memory",
        )


def _show_failure(ending: Ending | None) -> None:
    """To the middleware, which stands around this: it is to see failures as it does those of other kinds."""
    if ending is None:
        raise FailedInProcess("ProcessDied", "the handler's process ended before the handler returned", "")
    if ending.status == "failed":
        raise FailedInProcess(ending.error_class, ending.error_message, ending.traceback)
