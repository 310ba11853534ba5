"""Lateness is told in real time, whatever was done to the clock."""

from tests.chaos.checker.history import Execution, History, Job, Jump, Order, Stamp
from tests.chaos.checker.lateness import Lateness

T0 = 1_790_000_000_000
JOB = Job(name="tick", when="every", first_ms=T0, period_ms=1_000, until_ms=T0 + 60_000)


def start(due_ms: int, real_ms: int) -> Stamp:
    return Stamp(
        what="start",
        execution_id="e",
        attempt=1,
        job="tick",
        due_ms=T0 + due_ms,
        wall_ms=T0 + real_ms,
        real_ms=T0 + real_ms,
        worker="w1",
    )


def order(kind: str, sent_ms: int, acked_ms: int) -> Order:
    real = {"sent_real_ms": T0 + sent_ms, "acked_real_ms": T0 + acked_ms}
    return Order(command_id=kind, kind=kind, job="tick", sent_ms=T0, acked_ms=T0, **real)  # type: ignore[arg-type]


def late(stamp: Stamp, *jumps: tuple[int, int], orders: tuple[Order, ...] = ()) -> float:
    set_by = [Jump(float(T0 + real_ms), by_ms) for real_ms, by_ms in jumps]
    made = Execution(
        execution_id="e",
        job="tick",
        due_ms=stamp.due_ms,
        scheduled_ms=0,
        origin="trigger",
        occurrence="",
        cause_id="trigger",
    )
    return Lateness(
        History(jobs=[JOB], orders=list(orders), stamps=[stamp], jumps=set_by, executions={"e": made})
    ).of(stamp)


def test_without_jumps_it_is_what_the_clock_says() -> None:
    assert late(start(10_000, 12_500)) == 2_500
    assert late(start(10_000, 10_000)) == 0


def test_a_clock_put_forward_past_the_due_time_made_it_due_at_that_instant() -> None:
    assert late(start(10_000, 11_000), (5_000, 20_000)) == 6_000


def test_a_clock_put_forward_before_brought_the_due_time_nearer() -> None:
    assert late(start(30_000, 12_000), (5_000, 20_000)) == 2_000


def test_a_clock_put_forward_afterwards_changes_nothing() -> None:
    assert late(start(10_000, 17_000), (15_000, 20_000)) == 7_000


def test_a_clock_set_back_makes_it_due_once_more() -> None:
    assert late(start(10_000, 32_000), (11_000, -20_000)) == 2_000


def test_a_jump_forward_and_back_leaves_the_last_time_it_was_due() -> None:
    assert late(start(10_000, 11_000), (2_000, 20_000), (4_000, -20_000)) == 1_000


def test_nobody_can_start_in_time_what_was_ordered_too_late() -> None:
    assert late(start(10_000, 16_000), orders=(order("create", 13_000, 15_000),)) == 1_000
    assert late(start(10_000, 16_000), orders=(order("trigger", 13_000, 15_500),)) == 500
    assert late(start(10_000, 16_000), orders=(order("resume", 17_000, 18_000),)) == 6_000
