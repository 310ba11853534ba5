"""The manual clock moves only when told; the system clock's two readings agree."""

from tickwheel.runtime.clock import ManualClock, SystemClock


def test_manual_clock_stands_still_until_advanced() -> None:
    clock = ManualClock(now_ms=1_000)
    assert (clock.now_ms(), clock.now_ns(), clock.monotonic()) == (1_000, 1_000_000_000, 0.0)
    clock.advance(1_500)
    assert (clock.now_ms(), clock.monotonic()) == (2_500, 1.5)


def test_a_jump_moves_the_wall_clock_only() -> None:
    clock = ManualClock(now_ms=10_000)
    clock.jump(-4_000)
    assert (clock.now_ms(), clock.monotonic()) == (6_000, 0.0)


def test_system_clock_reads_milliseconds_and_nanoseconds_of_one_time() -> None:
    clock = SystemClock()
    before_ms, nanoseconds, after_ms = clock.now_ms(), clock.now_ns(), clock.now_ms()
    assert before_ms <= nanoseconds // 1_000_000 <= after_ms
