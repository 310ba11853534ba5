"""Processes that wait for work. Starting one takes some tenths of a second, so a few are kept warm."""

import threading

from tickwheel.worker.runners.process.process import HandlerProcess

MAX_RUNS = 1_000
"""A process is replaced after so many attempts: handlers leak."""


class Pool:
    def __init__(self, warm: int) -> None:
        self._warm = warm
        self._idle: list[HandlerProcess] = []
        self._lock = threading.Lock()
        self._closed = False

    def warm_up(self) -> None:
        """Start processes now, so that the first attempts find them ready."""
        for _ in range(self._warm):
            process = HandlerProcess()
            process.hear()
            self.give_back(process)

    def take(self) -> HandlerProcess:
        """One that is ready for an attempt."""
        with self._lock:
            process = self._idle.pop() if self._idle else None
        if process is None:
            process = HandlerProcess()
            process.hear()
        return process

    def give_back(self, process: HandlerProcess) -> None:
        """Keep it for the next attempt, unless there are enough or it has done its share."""
        with self._lock:
            keep = not self._closed and len(self._idle) < self._warm and process.runs < MAX_RUNS
            if keep:
                self._idle.append(process)
        if not keep:
            process.bury()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for process in idle:
            process.bury()
