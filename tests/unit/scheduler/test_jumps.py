"""The wall clock jumps, and somebody notices."""

from tickwheel.runtime.clock import ManualClock
from tickwheel.scheduler.jumps import JumpWatch


def test_time_that_passes_is_no_jump() -> None:
    clock = ManualClock()
    watch = JumpWatch(clock)
    clock.advance(60_000)
    assert watch.look() == 0.0


def test_tells_how_far_the_clock_was_set_and_only_once() -> None:
    clock = ManualClock()
    watch = JumpWatch(clock)
    clock.jump(-3_600_000)
    assert round(watch.look()) == -3_600
    assert watch.look() == 0.0
