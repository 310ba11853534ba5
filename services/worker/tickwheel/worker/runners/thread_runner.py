"""Runs plain functions in threads: as many as there is work for, at most one a slot."""

import contextvars
import queue
import threading
from collections.abc import Sequence

from tickwheel.runtime.clock import Clock
from tickwheel.worker.floor.held import Held
from tickwheel.worker.runners import invocation
from tickwheel.worker.runners.port import OnFinished
from tickwheel.worker.sdk.context import CURRENT, Voice

IDLE_S = 30.0
"""A thread without work for this long ends."""


class ThreadRunner:
    """A thread cannot be ended from outside: `stop` only raises the flag that `context.cancelled` shows."""

    def __init__(self, clock: Clock, on_finished: OnFinished, voice: Voice | None = None) -> None:
        self._clock = clock
        self._on_finished = on_finished
        self._voice = voice
        self._work: queue.SimpleQueue[Held | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._open = 0
        self._count = 0

    def start(self, attempts: Sequence[Held]) -> None:
        with self._lock:
            self._open += len(attempts)
            missing = self._open - self._threads
            for _ in range(missing):
                self._add_thread()
        for held in attempts:
            self._work.put(held)

    def stop(self, held: Held) -> None:
        """The flag is `held.stop`, which the floor has set."""

    def close(self, timeout_s: float) -> None:
        with self._lock:
            for _ in range(self._threads):
                self._work.put(None)

    def _add_thread(self) -> None:
        self._threads += 1
        self._count += 1
        threading.Thread(target=self._serve, name=f"handler-{self._count}", daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                held = self._work.get(timeout=IDLE_S)
            except queue.Empty:
                held = None
            if held is None:
                if self._retire():
                    return
                continue
            contextvars.Context().run(self._run, held)

    def _retire(self) -> bool:
        """End this thread unless work has arrived that counts on it."""
        with self._lock:
            if self._open >= self._threads:
                return False
            self._threads -= 1
            return True

    def _run(self, held: Held) -> None:
        held.started_at_ms = self._clock.now_ms()
        try:
            context = invocation.context_of(held, self._voice)
            CURRENT.set(context)
            ending = invocation.returned(invocation.bind(held, context)())
        except BaseException as error:
            ending = invocation.raised(held, error)
        with self._lock:
            self._open -= 1
        self._on_finished(held, ending)
