"""Runs plain functions in threads."""

import contextvars
from collections.abc import Sequence

from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.port import MayStart, OnFinished
from tickwheel.worker.runners.threads import Threads
from tickwheel.worker.sdk.context import CURRENT, Voice


class ThreadRunner:
    """A thread cannot be ended from outside: a stop only raises the flag that `context.cancelled` shows."""

    def __init__(
        self,
        clock: Clock,
        on_finished: OnFinished,
        voice: Voice | None = None,
        may_start: MayStart = lambda: True,
    ) -> None:
        self._clock = clock
        self._on_finished = on_finished
        self._voice = voice
        self._may_start = may_start
        self._threads = Threads("handler", lambda held: contextvars.Context().run(self._run, held))

    def expect(self, attempts: Sequence[Held]) -> None:
        """A thread is there soon enough."""

    def start(self, attempts: Sequence[Held]) -> None:
        self._threads.submit(attempts)

    def stop(self, held: Held) -> None:
        """The flag is `held.stop`, which the floor has set."""

    def close(self, timeout_s: float) -> None:
        self._threads.close()

    def _run(self, held: Held) -> None:
        refusal = invocation.refusal(held, self._may_start)
        if refusal is not None:
            self._on_finished([(held, refusal)])
            return
        held.started_at_ms = self._clock.now_ms()
        context = invocation.context_of(held, self._voice)
        CURRENT.set(context)
        try:
            call = invocation.bind(held, context)
            with invocation.surroundings(held, context):
                ending = invocation.returned(call())
        except BaseException as error:
            ending = invocation.raised(held, error)
        context.end()
        self._on_finished([(held, ending)])
