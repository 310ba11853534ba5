"""Who is next among those that wait."""

from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.ready import POINT_IS_WORTH_MS, ReadyQueue

MAIL = Need("default", "mail")
GPU = Need("gpu", "train")


def _first(queue: ReadyQueue, need: Need) -> tuple[str, int] | None:
    return next((line.first() for line in queue.lines() if line.need == need), None)


def _drain(queue: ReadyQueue, need: Need) -> list[str]:
    order = []
    while (head := _first(queue, need)) is not None:
        order.append(head[0])
        queue.discard(head[0])
    return order


def test_serves_the_higher_priority_first_and_then_the_longer_due() -> None:
    queue = ReadyQueue()
    queue.push("low", 0, MAIL, priority=10, due_ms=0)
    queue.push("second", 0, MAIL, priority=50, due_ms=20)
    queue.push("first", 0, MAIL, priority=50, due_ms=10)
    queue.push("urgent", 0, MAIL, priority=90, due_ms=30)
    assert _drain(queue, MAIL) == ["urgent", "first", "second", "low"]


def test_lets_one_that_has_waited_long_enough_overtake_a_higher_priority() -> None:
    queue = ReadyQueue()
    queue.push("patient", 0, MAIL, priority=50, due_ms=0)
    queue.push("newcomer", 0, MAIL, priority=60, due_ms=10 * POINT_IS_WORTH_MS + 1)
    assert _drain(queue, MAIL) == ["patient", "newcomer"]


def test_keeps_a_line_for_each_need_so_that_one_nobody_can_serve_holds_up_no_other() -> None:
    queue = ReadyQueue()
    queue.push("stuck", 1, GPU, priority=90, due_ms=0)
    queue.push("free", 2, MAIL, priority=50, due_ms=0)
    assert [line.need for line in queue.lines()] == [GPU, MAIL]
    assert _first(queue, MAIL) == ("free", 2)


def test_one_that_needs_something_else_now_stands_in_the_other_line_only() -> None:
    queue = ReadyQueue()
    queue.push("moved", 0, GPU, priority=50, due_ms=0)
    queue.discard("moved")
    queue.push("moved", 0, MAIL, priority=50, due_ms=0)
    assert [(line.need, line.depth) for line in queue.lines()] == [(MAIL, 1)]
    assert _drain(queue, GPU) == []
    assert _drain(queue, MAIL) == ["moved"]


def test_a_look_at_a_long_line_is_short_and_goes_on_where_the_last_one_ended() -> None:
    queue = ReadyQueue()
    for number in range(5):
        queue.push(f"e{number}", 0, MAIL, 50, number)
    queue.discard("e1")
    (line,) = queue.lines()

    looks = [[execution_id for execution_id, _ in line.some(2)] for _ in range(4)]

    assert looks == [["e0"], ["e2", "e3"], ["e4"], ["e0"]]


def test_a_look_that_is_broken_off_has_ended_there() -> None:
    queue = ReadyQueue()
    for number in range(4):
        queue.push(f"e{number}", 0, MAIL, 50, number)
    (line,) = queue.lines()

    next(line.some(4))

    assert [execution_id for execution_id, _ in line.some(4)] == ["e1", "e2", "e3"]


def test_forgets_one_that_no_longer_wants_a_worker() -> None:
    queue = ReadyQueue()
    queue.push("gone", 0, MAIL, priority=50, due_ms=0)
    queue.discard("gone")
    assert len(queue) == 0
    assert _first(queue, MAIL) is None
    assert queue.lines() == []


def test_takes_one_back_after_it_was_placed_in_vain() -> None:
    queue = ReadyQueue()
    queue.push("again", 0, MAIL, priority=50, due_ms=0)
    queue.discard("again")
    queue.push("again", 0, MAIL, priority=50, due_ms=5)
    assert _drain(queue, MAIL) == ["again"]
