"""Processes and workers that have done their share are replaced; a handler that takes too much memory is stopped."""

import pytest
from tests.unit.worker import process_handlers
from tests.unit.worker.scene import Scene, dispatch
from tests.unit.worker.test_runners import Bench

from tickwheel.runtime.clock import SystemClock
from tickwheel.runtime.settings.groups import WorkerGroup
from tickwheel.worker import App
from tickwheel.worker.presence.wear import Wear
from tickwheel.worker.runners.process.keeper import Keeper
from tickwheel.worker.runners.process.pool import Care, Pool
from tickwheel.worker.runners.process.runner import ProcessRunner
from tickwheel.worker.sdk.signature import HandlerSignatureError


def bench(care: Care) -> Bench:
    return Bench(lambda clock, on_finished, voice: ProcessRunner(clock, on_finished, voice, care=care))


def pids(care: Care, runs: int) -> list[int]:
    """Which process the pool gives for each of some attempts."""
    pool, clock = Pool(care), SystemClock()
    keeper = Keeper(pool, clock)
    given = []
    for _ in range(runs):
        process = pool.take()
        process.runs += 1
        given.append(process.pid)
        pool.give_back(process, clock.monotonic())
    keeper.stop()
    return given


def test_a_process_is_replaced_after_its_jobs() -> None:
    first, second, third = pids(Care(warm=1, max_jobs=2), 3)
    assert first == second != third


def test_a_process_that_has_grown_is_replaced() -> None:
    assert len(set(pids(Care(warm=1, recycle_mib=1), 2))) == 2
    assert len(set(pids(Care(warm=1, recycle_mib=4_000), 2))) == 1


def test_a_handler_that_takes_too_much_memory_fails_and_the_next_one_runs() -> None:
    bench_ = bench(Care(warm=1, memory_mib=128))
    try:
        how = bench_.run(process_handlers.hog)
        assert (how.status, how.error_class, how.retryable) == ("failed", "MemoryError", True)
        assert "128 MiB" in how.error_message
        assert "hog" in how.traceback
        assert bench_.run(process_handlers.add, '{"a": 1, "b": 1}').result == "2"
    finally:
        bench_.runner.close(5)


def test_only_a_process_can_be_held_to_a_memory_limit() -> None:
    app = App("test")
    with pytest.raises(HandlerSignatureError, match="process"):
        app.job("test", memory_limit_mib=64)(lambda: None)


@pytest.mark.parametrize(
    ("settings", "held_mib", "worn"),
    [
        ({"max_jobs": 2}, 50, True),
        ({"max_jobs": 3}, 50, False),
        ({"recycle_mib": 49}, 50, True),
        ({"recycle_mib": 50}, 50, False),
        ({}, 50, False),
    ],
)
def test_a_worker_asks_for_its_end_once_when_it_is_worn(
    settings: dict[str, int], held_mib: int, worn: bool
) -> None:
    scene = Scene()
    asked: list[bool] = []
    wear = Wear(
        WorkerGroup(**settings), scene.floor, scene.clock, lambda: asked.append(True), lambda: held_mib
    )
    for name in ("e1", "e2"):
        scene.claim(dispatch(name))
        scene.finish(name)
    for _ in range(3):
        scene.clock.advance(1_000)
        wear.look()
    assert asked == [True] * worn
