"""Back-off, health and milestones by themselves."""

import pytest

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.lifecycle import Backoff, Health, Milestone


def test_pauses_double_up_to_the_most_and_start_over_after_a_success() -> None:
    backoff = Backoff(first_s=0.5, most_s=3.0)
    assert [backoff.next_s() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    backoff.reset()
    assert backoff.next_s() == 0.5


def test_a_loop_that_does_not_come_round_is_not_alive() -> None:
    clock = ManualClock()
    health = Health(clock, stall_after_s=30)
    health.enter("ready")
    clock.advance(30_000)
    assert health.is_live()
    clock.advance(1)
    assert not health.is_live()
    health.came_round()
    assert health.is_live()


def test_a_service_that_retries_is_alive_but_not_ready() -> None:
    health = Health(ManualClock())
    health.enter("retrying", "no broker")
    assert (health.is_live(), health.is_ready(), health.reason) == (True, False, "no broker")


def test_a_stopped_service_is_not_alive() -> None:
    health = Health(ManualClock())
    health.enter("stopped", "it has stopped")
    assert not health.is_live()


def test_a_milestone_gives_its_values_in_order() -> None:
    milestone = Milestone[str]("committed")
    milestone.reached("before anyone watched")
    milestone.watch()
    milestone.reached("first")
    milestone.reached("second")
    assert [milestone.wait(), milestone.wait()] == ["first", "second"]


def test_a_milestone_that_is_not_reached_is_named() -> None:
    milestone = Milestone[str]("committed")
    with pytest.raises(RuntimeError, match="nobody watches committed"):
        milestone.wait()
    milestone.watch()
    with pytest.raises(TimeoutError, match="committed was not reached within 0"):
        milestone.wait(timeout_s=0)
