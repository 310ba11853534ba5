"""Processes that wait for work. A due attempt never starts one: it takes one that is ready, or waits for the first that is."""

import threading

import msgspec

from tickwheel.worker.runners.process.process import HandlerProcess

IDLE_S = 120.0
"""A process that nobody has needed for this long may end. What runs every minute finds its processes again."""


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """How processes are kept and when one is replaced: handlers leak."""

    warm: int = 2
    """Ready at any time, beside the busy ones..."""
    most: int = 64
    """...but no more than this in all: the worker's slots."""
    max_jobs: int = 1_000
    """Attempts after which a process is replaced; 0: none."""
    recycle_mib: int = 0
    """A process that holds more than this after an attempt is replaced; 0: however much."""
    memory_mib: int = 0
    """What a process may take, unless its handler has a limit of its own; 0: no limit."""


class ProcessNotStartedError(Exception):
    """No process could be started for an attempt."""


class Pool:
    """A monitor between the threads that run attempts and the keeper, which starts processes and ends them."""

    def __init__(self, care: Care) -> None:
        self._care = care
        self._idle: list[tuple[float, HandlerProcess]] = []
        """With the moment since when; the one that was used last stands last, and goes first."""
        self._busy = 0
        self._waiting = 0
        self._starting = 0
        self._expected = 0
        self._faults = 0
        self._fault = ""
        self._closed = False
        lock = threading.Lock()
        self._supply = threading.Condition(lock)
        self._demand = threading.Condition(lock)

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def ready(self) -> int:
        """How many wait for an attempt."""
        return len(self._idle)

    def take(self) -> HandlerProcess:
        """One that is ready for an attempt. Give it back."""
        with self._supply:
            faults = self._faults
            self._waiting += 1
            try:
                while not self._idle:
                    if self._closed or self._faults > faults:
                        raise ProcessNotStartedError(self._fault or "the worker ends")
                    self._demand.notify()
                    self._supply.wait()
            finally:
                self._waiting -= 1
            self._busy += 1
            process = self._idle.pop()[1]
            if self._missing() > 0:
                self._demand.notify()
        return process

    def give_back(self, process: HandlerProcess, now: float, *, spent: bool = False) -> None:
        """Keep it for the next attempt, unless it has done its share."""
        spent = spent or self._is_worn(process)
        with self._supply:
            self._busy -= 1
            keep = not self._closed and not spent
            if keep:
                self._idle.append((now, process))
                self._supply.notify()
            else:
                self._demand.notify()
        if not keep:
            process.bury()

    def expect(self, at_once: int) -> None:
        """So many more will be wanted at one moment soon."""
        with self._demand:
            self._expected = at_once

    def close(self) -> None:
        with self._supply:
            self._closed = True
            idle, self._idle = self._idle, []
            self._supply.notify_all()
            self._demand.notify_all()
        for _, process in idle:
            process.bury()

    def await_demand(self, timeout_s: float) -> None:
        with self._demand:
            if not self._closed and self._missing() <= 0:
                self._demand.wait(timeout_s)

    def order(self, at_most: int) -> int:
        """How many the keeper is to start now: each must be delivered, or refused."""
        with self._demand:
            number = 0 if self._closed else max(0, min(at_most, self._missing()))
            self._starting += number
        return number

    def deliver(self, process: HandlerProcess, now: float) -> None:
        with self._supply:
            self._starting -= 1
            keep = not self._closed
            if keep:
                self._idle.append((now, process))
                self._supply.notify()
        if not keep:
            process.bury()

    def refuse(self, fault: str) -> None:
        """One that was ordered could not be started: whoever waits for one is told, not left waiting."""
        with self._supply:
            self._starting -= 1
            self._faults += 1
            self._fault = fault
            self._supply.notify_all()

    def retire(self, now: float) -> list[HandlerProcess]:
        """Those that nobody has needed for long, taken out; the caller buries them."""
        with self._supply:
            spare = max(0, -self._missing())
            retired = [process for since, process in self._idle[:spare] if since <= now - IDLE_S]
            del self._idle[: len(retired)]
        return retired

    def _missing(self) -> int:
        """How many more there should be; negative if there are more than needed."""
        needed = self._busy + self._waiting
        wanted = max(needed, min(self._care.most, needed + max(self._care.warm, self._expected)))
        return wanted - self._busy - len(self._idle) - self._starting

    def _is_worn(self, process: HandlerProcess) -> bool:
        care = self._care
        if care.max_jobs and process.runs >= care.max_jobs:
            return True
        return bool(care.recycle_mib) and process.held_mib() > care.recycle_mib
