"""Processes for handlers are there before an attempt needs one, and an attempt takes the first that is free."""

import json
import queue
import sys
import threading
from collections.abc import Iterator

import pytest
from tests.unit.worker import process_handlers
from tests.unit.worker.test_runners import Bench

from tickwheel.runtime.clock import SystemClock
from tickwheel.worker.runners.process import wire
from tickwheel.worker.runners.process.forecast import Forecast
from tickwheel.worker.runners.process.keeper import Keeper
from tickwheel.worker.runners.process.pool import IDLE_S, Care, Pool, ProcessNotStartedError
from tickwheel.worker.runners.process.process import HandlerProcess
from tickwheel.worker.runners.process.runner import ProcessRunner
from tickwheel.worker.sdk.signature import handler_of


class Kept:
    """A pool with a keeper on a clock that runs. What was taken from it is gone at the end."""

    def __init__(self, care: Care) -> None:
        self.clock = SystemClock()
        self.forecast = Forecast()
        self.pool = Pool(care)
        self._keeper = Keeper(self.pool, self.clock, self.forecast)
        self._taken: list[HandlerProcess] = []

    def take(self) -> HandlerProcess:
        process = self.pool.take()
        self._taken.append(process)
        return process

    def give_back(self, process: HandlerProcess) -> None:
        self.pool.give_back(process, self.clock.monotonic())

    def wait_until_ready(self, count: int) -> None:
        deadline = self.clock.monotonic() + 60
        while self.pool.ready < count:
            assert self.clock.monotonic() < deadline, f"{self.pool.ready} of {count} processes are ready"
            threading.Event().wait(0.01)

    def close(self) -> None:
        self._keeper.stop()
        for process in self._taken:
            process.bury()


@pytest.fixture
def kept() -> Iterator[Kept]:
    kept = Kept(Care(warm=1, most=3))
    yield kept
    kept.close()


def test_foresees_the_most_that_run_at_once() -> None:
    forecast = Forecast()
    for _ in range(500):
        forecast.ended(50)
    forecast.expect([100, 120, 120, 180])
    assert forecast.peak(now_ms=90) == 3
    assert forecast.peak(now_ms=121) == 1
    assert forecast.peak(now_ms=200) == 0


def test_a_process_has_imported_its_handlers_before_an_attempt_comes() -> None:
    handler = handler_of("test", process_handlers.tell_when, "process")
    bench = Bench(
        lambda clock, on_finished, voice: ProcessRunner(
            clock, on_finished, voice, care=Care(warm=1), handlers=[handler]
        )
    )
    try:
        started_at_s, imported_at_s = json.loads(bench.run(process_handlers.tell_when).result)
    finally:
        bench.runner.close(5)
    # The start is told in whole milliseconds, rounded down.
    assert imported_at_s < started_at_s + 0.001


def test_starts_as_many_as_parked_work_will_want_at_one_instant(kept: Kept) -> None:
    kept.wait_until_ready(1)
    at_ms = kept.clock.now_ms() + 600_000
    kept.forecast.expect([at_ms, at_ms, at_ms])
    kept.wait_until_ready(3)


def test_starts_another_when_one_is_taken_but_no_more_than_it_may(kept: Kept) -> None:
    for _ in range(2):
        kept.take()
        kept.wait_until_ready(1)
    kept.take()
    assert kept.pool.order(at_most=10) == 0


def test_an_attempt_takes_what_another_gives_back_while_a_process_is_being_started() -> None:
    pool, process = Pool(Care(warm=0)), HandlerProcess(wire.Prepare())
    taken: queue.SimpleQueue[HandlerProcess] = queue.SimpleQueue()

    def let_one_wait() -> None:
        threading.Thread(target=lambda: taken.put(pool.take()), daemon=True).start()
        while not pool.order(1):
            threading.Event().wait(0.001)

    let_one_wait()
    pool.deliver(process, 0.0)
    assert taken.get(timeout=20) is process
    let_one_wait()
    pool.give_back(process, 0.0)
    assert taken.get(timeout=20) is process
    process.bury()


def test_ends_processes_that_nobody_needs_any_more(kept: Kept) -> None:
    processes = [kept.take() for _ in range(3)]
    for process in processes:
        kept.give_back(process)
    now = kept.clock.monotonic()
    assert kept.pool.retire(now) == []
    assert kept.pool.retire(now + IDLE_S) == processes[:2]


def test_tells_an_attempt_that_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    kept = Kept(Care(warm=0))
    with pytest.raises(ProcessNotStartedError, match="it ended with exit code 1"):
        kept.take()
    kept.close()
