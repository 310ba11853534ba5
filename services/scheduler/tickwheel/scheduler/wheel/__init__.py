"""The hierarchical timing wheel: pure, without a clock of its own."""

from tickwheel.scheduler.wheel.timing_wheel import SLICE_TIMERS, TimingWheel

__all__ = ["SLICE_TIMERS", "TimingWheel"]
