"""Runs handlers in the test itself, one after another, whatever their kind: breakpoints and mocks work as usual."""

import contextvars
import inspect
from collections.abc import Sequence

from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.ending import Ending
from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.port import OnFinished
from tickwheel.worker.sdk.context import CURRENT


class DirectRunner:
    def __init__(self, clock: Clock, on_finished: OnFinished) -> None:
        self._clock = clock
        self._on_finished = on_finished
        self._started: list[Held] = []

    def expect(self, attempts: Sequence[Held]) -> None:
        """Nothing to prepare."""

    def start(self, attempts: Sequence[Held]) -> None:
        for held in attempts:
            held.started_at_ms = self._clock.now_ms()
            self._started.append(held)

    def stop(self, held: Held) -> None:
        """It has not begun: handlers only run inside `run_all`."""

    def close(self, timeout_s: float) -> None:
        self._started.clear()

    async def run_all(self) -> int:
        """Run what was started. Returns how many that were."""
        started, self._started = self._started, []
        for held in started:
            self._on_finished([(held, await self._run(held))])
        return len(started)

    async def _run(self, held: Held) -> Ending:
        context = invocation.context_of(held, None)
        token: contextvars.Token[object] = CURRENT.set(context)  # type: ignore[assignment]  # a token is a token
        try:
            call = invocation.bind(held, context)
            with invocation.surroundings(held, context):
                value = call()
                return invocation.returned(await value if inspect.isawaitable(value) else value)
        except (
            Exception
        ) as error:  # a failing assertion in a handler is a failed attempt, as it would be elsewhere
            return invocation.raised(held, error)
        finally:
            CURRENT.reset(token)  # type: ignore[arg-type]
