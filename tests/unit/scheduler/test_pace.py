"""How much one batch of the scheduler may do."""

from tickwheel.scheduler.pace import Pace


def test_a_batch_is_short_while_nothing_waits() -> None:
    pace = Pace(max_inputs=100, max_ms=50)
    pace.after_batch(inputs=99, left=0)
    assert (pace.max_inputs, pace.max_s) == (100, 0.05)


def test_a_backlog_makes_batches_longer_up_to_four_times() -> None:
    pace = Pace(max_inputs=100, max_ms=50)
    lengths = []
    for _ in range(4):
        pace.after_batch(inputs=10, left=1)
        lengths.append((pace.max_inputs, pace.max_s))
    assert lengths == [(200, 0.1), (400, 0.2), (400, 0.2), (400, 0.2)]


def test_a_full_batch_is_a_sign_of_a_backlog_too() -> None:
    pace = Pace(max_inputs=100, max_ms=50)
    pace.after_batch(inputs=100, left=0)
    assert pace.max_inputs == 200


def test_the_end_of_a_backlog_makes_batches_short_at_once() -> None:
    pace = Pace(max_inputs=100, max_ms=50)
    pace.after_batch(inputs=100, left=50)
    pace.after_batch(inputs=60, left=0)
    assert pace.max_inputs == 100
