"""The stream of health hears every record, whatever faust passes over."""

from tickwheel.projector.health.position import TRIES, Position


def test_takes_what_comes_in_order() -> None:
    position = Position(0)
    assert [position.admits(offset) for offset in (0, 1, 2)] == [True, True, True]
    assert position.next_offset == 3


def test_goes_back_to_what_was_passed_over() -> None:
    position = Position(1)
    assert not position.admits(3)
    assert position.next_offset == 1
    assert [position.admits(offset) for offset in (1, 2, 3)] == [True, True, True]


def test_goes_on_without_what_is_no_longer_there() -> None:
    position = Position(1)
    assert [position.admits(10) for _ in range(TRIES + 1)] == [False] * TRIES + [True]
    assert position.next_offset == 11


def test_a_record_that_is_read_again_moves_nothing() -> None:
    position = Position(5)
    assert position.admits(3)
    assert position.next_offset == 5


def test_is_stuck_if_nothing_came_for_a_whole_look_though_there_is_more() -> None:
    position = Position(1)
    assert not position.is_stuck(3)
    assert position.is_stuck(3)
    assert position.admits(1)
    assert not position.is_stuck(3)


def test_is_not_stuck_at_the_end() -> None:
    position = Position(3)
    assert [position.is_stuck(3) for _ in range(3)] == [False, False, False]
