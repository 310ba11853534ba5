"""projection: how many events a second reach Postgres, and how far the tables are behind at a steady rate."""

import threading
import time

from tests.benchmarks.evidence import percentile
from tests.benchmarks.projecting import Offsets, Projecting
from tests.benchmarks.runs import EVENTS_A_JOB, interleaved, run

from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.codec import Codec

Figures = dict[str, object]

TICK_S = 0.05
SAMPLE_S = 0.01


def catching_up(jobs: int = 60_000) -> Figures:
    """The journal is there before the projector starts; the clock runs from its first commit to its last."""
    with Projecting() as bench:
        bench.write(interleaved(Codec(), jobs))
        bench.start_projector()
        first = bench.wait_for(1)
        began, cpu_before = time.monotonic(), bench.cpu_s()
        events = bench.wait_for(jobs * EVENTS_A_JOB) - first
        seconds, cpu_after = time.monotonic() - began, bench.cpu_s()
    timed_jobs = events / EVENTS_A_JOB
    return {
        "scenario": "projection",
        "jobs": jobs,
        "events_per_s": round(events / seconds),
        "cpu_us_per_job": {
            part: round((cpu_after[part] - cpu_before[part]) * 1e6 / timed_jobs) for part in cpu_after
        },
    }


def keeping_up(rate: int = 1_000, seconds: int = 30) -> Figures:
    """So many jobs begin each second, and each takes five ticks. How old is the oldest event that is not in the tables?"""
    codec, clock = Codec(), SystemClock()
    with Projecting() as bench:
        bench.start_projector()
        bench.write(interleaved(codec, rate))
        bench.wait_for(rate * EVENTS_A_JOB)
        watch = _Watch(bench)
        watch.start()
        under_way: list[list[tuple[bytes, bytes]]] = []
        a_tick, began = round(rate * TICK_S), time.monotonic()
        for tick in range(round(seconds / TICK_S)):
            watch.note(bench.written)
            fresh = [run(codec, f"run-{tick}-{number}", clock.now_ms()) for number in range(a_tick)]
            under_way = [job for job in [*under_way, *fresh] if job]
            bench.write([job.pop(0) for job in under_way])
            time.sleep(max(0.0, began + (tick + 1) * TICK_S - time.monotonic()))
        reached = round(rate * seconds / (time.monotonic() - began))
        watch.stop()
    return {
        "scenario": "projection",
        "rate": rate,
        "jobs": rate * seconds,
        "reached_jobs_per_s": reached,
        "lag_ms": {
            "p50": round(percentile(watch.lags_ms, 0.5)),
            "p99": round(percentile(watch.lags_ms, 0.99)),
            "max": round(max(watch.lags_ms)),
        },
    }


class _Watch:
    """Looks again and again which of the events that were written are in the tables, and how long ago the oldest of the
    others was written."""

    def __init__(self, bench: Projecting) -> None:
        self._bench = bench
        self._notes: list[tuple[float, Offsets]] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.lags_ms: list[float] = []

    def note(self, written: Offsets) -> None:
        """What is written from now on begins at these offsets."""
        self._notes.append((time.monotonic(), dict(written)))

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        seen = 0
        while not self._ended.wait(SAMPLE_S):
            projected, now = self._bench.projected(), time.monotonic()
            while seen + 1 < len(self._notes) and _has(projected, self._notes[seen + 1][1]):
                seen += 1
            if self._notes:
                self.lags_ms.append((now - self._notes[seen][0]) * 1_000)


def _has(projected: Offsets, written: Offsets) -> bool:
    return all(projected.get(partition, 0) >= offset for partition, offset in written.items())
