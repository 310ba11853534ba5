"""Runs async handlers as tasks on one event loop, in a thread of its own.

Starting comes before telling: a task that ends only notes it, and the loop tells of all that have ended once every task
that was waiting for its turn has had it. So of a thousand due at one instant the last does not wait for the reports
of the others.
"""

import asyncio
import threading
from collections.abc import Sequence

from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.ending import Ended, Ending
from tickwheel.worker.floor.held import Held, Key
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.loop_watch import LoopWatch
from tickwheel.worker.runners.port import MayStart, OnFinished
from tickwheel.worker.sdk.context import CURRENT, Voice

log = logs.logger(__name__)

HELD_UP = "the handler waits without await: no other async one can run, and it cannot be stopped; await it, or write a plain def"


class AsyncRunner:
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
        self._tasks: dict[Key, tuple[Held, asyncio.Task[None]]] = {}
        self._ended: list[Ended] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="handlers-async", daemon=True)
        self._thread.start()
        self._watch: LoopWatch | None = None

    def expect(self, attempts: Sequence[Held]) -> None:
        """A task needs no preparation."""

    def start(self, attempts: Sequence[Held]) -> None:
        if self._watch is None:
            self._watch = LoopWatch(self._loop, self._thread.ident or 0, self._tell_who_holds_up)
        if threading.get_ident() == self._thread.ident:
            self._loop.call_soon(self._launch, attempts)
        else:
            self._loop.call_soon_threadsafe(self._launch, attempts)

    def stop(self, held: Held) -> None:
        self._loop.call_soon_threadsafe(self._cancel, held.key)

    def close(self, timeout_s: float) -> None:
        if self._loop.is_closed():
            return
        if self._watch is not None:
            self._watch.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout_s)
        if not self._thread.is_alive():
            self._loop.close()

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._tell()

    def _launch(self, attempts: Sequence[Held]) -> None:
        now_ms = self._clock.now_ms()
        create_task = self._loop.create_task
        for held in attempts:
            refusal = invocation.refusal(held, self._may_start)
            if refusal is not None:
                self._end(held, refusal)
                continue
            held.started_at_ms = now_ms
            self._tasks[held.key] = (held, create_task(self._run(held)))

    def _cancel(self, key: Key) -> None:
        found = self._tasks.get(key)
        if found is not None:
            # After its first step, which may still be to come: a task that is cancelled before never gets to report.
            self._loop.call_soon(found[1].cancel)

    async def _run(self, held: Held) -> None:
        context = invocation.context_of(held, self._voice)
        CURRENT.set(context)
        try:
            call = invocation.bind(held, context)
            with invocation.surroundings(held, context):
                ending = invocation.returned(await call())
        except BaseException as error:
            ending = invocation.raised(held, error)
        self._tasks.pop(held.key, None)
        context.end()
        self._end(held, ending)

    def _tell_who_holds_up(self, place: str) -> None:
        """In the worker's log and in the execution's own, where its author looks."""
        current = asyncio.current_task(self._loop)
        held = next((held for held, task in list(self._tasks.values()) if task is current), None)
        if held is None:
            log.warning("The event loop of async handlers is held up", place=place)
            return
        job = held.dispatch
        log.warning(
            "An async handler holds up the event loop of all others",
            handler=job.handler,
            execution=job.execution_id,
            place=place,
        )
        invocation.context_of(held, self._voice).log(HELD_UP, level="warning", traceback=place)

    def _end(self, held: Held, ending: Ending) -> None:
        if not self._ended:
            self._loop.call_soon(self._tell)
        self._ended.append((held, ending))

    def _tell(self) -> None:
        ended, self._ended = self._ended, []
        self._on_finished(ended)
