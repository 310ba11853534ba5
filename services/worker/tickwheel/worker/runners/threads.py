"""A pool of threads for attempts: as many as there is work for, at most one an attempt, and idle ones end."""

import queue
import threading
from collections.abc import Callable, Sequence

from tickwheel.worker.floor.held import Held

IDLE_S = 30.0
"""A thread without work for this long ends."""


class Threads:
    """The standard pool cannot shrink, and at exit it waits for threads that hang."""

    def __init__(self, name: str, work: Callable[[Held], None]) -> None:
        self._name = name
        self._work = work
        self._queue: queue.SimpleQueue[Held | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._open = 0
        self._count = 0
        self._closing = False

    def submit(self, attempts: Sequence[Held]) -> None:
        with self._lock:
            self._open += len(attempts)
            for _ in range(self._open - self._threads):
                self._add_thread()
        for held in attempts:
            self._queue.put(held)

    def close(self) -> None:
        """Idle threads end now, busy ones after their attempt; nobody waits for them."""
        with self._lock:
            self._closing = True
            for _ in range(self._threads):
                self._queue.put(None)

    def _add_thread(self) -> None:
        self._threads += 1
        self._count += 1
        threading.Thread(target=self._serve, name=f"{self._name}-{self._count}", daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                held = self._queue.get(timeout=IDLE_S)
            except queue.Empty:
                held = None
            if held is not None:
                self._work(held)
                with self._lock:
                    self._open -= 1
            elif self._retire():
                return

    def _retire(self) -> bool:
        """End this thread unless work has arrived that counts on it."""
        with self._lock:
            if self._open >= self._threads and not self._closing:
                return False
            self._threads -= 1
            return True
