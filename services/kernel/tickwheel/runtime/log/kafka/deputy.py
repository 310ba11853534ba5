"""A thread that makes calls which may never come back, so that their owner waits only for so long."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue


class Deputy:
    """One call at a time. After a TimeoutError it is lost with its call: leave it behind, and let its client go too."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._results: SimpleQueue[Exception | None] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def call(self, what: Callable[[], None], timeout_s: float) -> None:
        """Raises what the call raises, and TimeoutError if it has not come back by then."""
        self._calls.put(what)
        try:
            fault = self._results.get(timeout=timeout_s)
        except Empty:
            raise TimeoutError from None
        if fault is not None:
            raise fault

    def leave(self) -> None:
        """Its thread ends, now or when its call comes back."""
        self._calls.put(None)

    def _run(self) -> None:
        while (what := self._calls.get()) is not None:
            try:
                what()
            except Exception as fault:  # handed to whoever waits for it
                self._results.put(fault)
            else:
                self._results.put(None)
            # A client that was left behind ends with the last reference to it, which may be this one.
            del what
