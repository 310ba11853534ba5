"""The wheel against heapq, with a million timers: `python tests/benchmarks/wheel.py` prints one JSON line."""

import gc
import heapq
import json
import sys
from time import perf_counter, thread_time
from typing import TypedDict

from tickwheel.scheduler.wheel import SLICE_TIMERS, TimingWheel

START_MS = 1_700_000_000_000
YEAR_MS = 365 * 86_400_000


class Wheel(TypedDict):
    insert: float
    cancel: float
    expire: float


class Heap(TypedDict):
    push: float
    pop: float


class Figures(TypedDict):
    scenario: str
    timers: int
    us: Wheel
    heapq_us: Heap
    max_pause_ms: float


def measure(timers: int = 1_000_000) -> Figures:
    """Spread the timers over a year, cancel them all, add them again and jump the clock to the year's end.

    The longest slice is that of this jump or of one to a single instant at which all are due.
    """
    ids = [f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}" for number in range(timers)]
    dues = [START_MS + number * 26_544_357_611 % YEAR_MS for number in range(timers)]
    gc.collect()
    gc.disable()  # a collection's pause belongs to the process, not to the wheel
    try:
        wheel, insert_us = _insert(ids, dues)
        cancel_us = _cancel(wheel, ids)
        wheel, _ = _insert(ids, dues)
        expire_us, spread_pause_ms = _expire(wheel)
        herd, _ = _insert(ids, [START_MS + YEAR_MS] * timers)
        _, herd_pause_ms = _expire(herd)
        heap = _heap(ids, dues)
    finally:
        gc.enable()
    return Figures(
        scenario="wheel",
        timers=timers,
        us=Wheel(insert=insert_us, cancel=cancel_us, expire=expire_us),
        heapq_us=heap,
        max_pause_ms=max(spread_pause_ms, herd_pause_ms),
    )


def _insert(ids: list[str], dues: list[int]) -> tuple[TimingWheel[str], float]:
    wheel = TimingWheel[str](START_MS)
    add = wheel.add
    began = perf_counter()
    for timer_id, due_ms in zip(ids, dues, strict=True):
        add(timer_id, due_ms)
    return wheel, _us_each(began, len(ids))


def _cancel(wheel: TimingWheel[str], ids: list[str]) -> float:
    cancel = wheel.cancel
    began = perf_counter()
    for timer_id in ids:
        cancel(timer_id)
    return _us_each(began, len(ids))


def _expire(wheel: TimingWheel[str]) -> tuple[float, float]:
    left = len(wheel)
    now_ms = START_MS + YEAR_MS
    longest = 0.0
    began = perf_counter()
    while (next_ms := wheel.next_due_ms()) is not None and next_ms <= now_ms:
        slice_began = thread_time()  # what the wheel takes, not what the machine's other processes take
        wheel.advance(now_ms, SLICE_TIMERS)
        longest = max(longest, thread_time() - slice_began)
    return _us_each(began, left), round(longest * 1_000, 3)


def _heap(ids: list[str], dues: list[int]) -> Heap:
    heap: list[tuple[int, str]] = []
    began = perf_counter()
    for timer_id, due_ms in zip(ids, dues, strict=True):
        heapq.heappush(heap, (due_ms, timer_id))
    push_us = _us_each(began, len(ids))
    began = perf_counter()
    while heap:
        heapq.heappop(heap)
    return Heap(push=push_us, pop=_us_each(began, len(ids)))


def _us_each(began: float, count: int) -> float:
    return round((perf_counter() - began) / max(count, 1) * 1_000_000, 3)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
