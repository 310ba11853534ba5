"""The wheel does what a sorted list would do."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.benchmarks.wheel import measure

from tickwheel.scheduler.wheel import TimingWheel

START_MS = 1_700_000_000_000
YEAR_MS = 365 * 86_400_000

ids = st.integers(0, 30).map(str)
distances = st.one_of(
    st.integers(-200, 200),
    st.integers(-10_000_000, 10_000_000),
    st.integers(0, 200 * YEAR_MS),
    st.sampled_from([1, 63, 64, 65, 4_095, 4_096, 2**36, 2**42, 2**60]),
)
steps = st.one_of(st.integers(0, 130), st.integers(0, 10_000_000), st.integers(0, 300 * YEAR_MS))


class WheelAgainstSortedList(RuleBasedStateMachine):
    """Every rule is done to the wheel and to a plain dict of due times; they must agree."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ms = START_MS
        self.wheel = TimingWheel[str](START_MS)
        self.model: dict[str, int] = {}

    @rule(timer_id=ids, distance=distances)
    def add_or_arm_anew(self, timer_id: str, distance: int) -> None:
        self.wheel.add(timer_id, self.now_ms + distance)
        self.model[timer_id] = self.now_ms + distance

    @rule(timer_id=ids)
    def cancel(self, timer_id: str) -> None:
        assert self.wheel.cancel(timer_id) == (self.model.pop(timer_id, None) is not None)

    @rule(step=steps)
    def advance(self, step: int) -> None:
        self.now_ms += step
        self._take(all_of(self.wheel, self.now_ms), complete=True)

    @rule(step=steps, limit=st.integers(1, 5))
    def advance_by_one_slice(self, step: int, limit: int) -> None:
        self.now_ms += step
        due = self.wheel.advance(self.now_ms, limit)
        assert len(due) <= limit
        self._take(due, complete=False)

    @rule(step=steps)
    def clock_steps_back(self, step: int) -> None:
        self.now_ms = max(0, self.now_ms - step)
        self._take(all_of(self.wheel, self.now_ms), complete=True)

    def _take(self, due: list[str], *, complete: bool) -> None:
        for timer_id in due:
            assert self.model.pop(timer_id) <= self.now_ms, "early"
        if complete:
            assert all(due_ms > self.now_ms for due_ms in self.model.values()), "left behind"

    @invariant()
    def holds_the_same_timers(self) -> None:
        assert len(self.wheel) == len(self.model)
        for timer_id, due_ms in self.model.items():
            assert timer_id in self.wheel
            assert self.wheel.due_ms(timer_id) == due_ms

    @invariant()
    def nobody_sleeps_past_a_timer(self) -> None:
        next_ms = self.wheel.next_due_ms()
        assert (next_ms is None) == (not self.model)
        if next_ms is not None:
            assert next_ms <= max(self.now_ms, min(self.model.values()))


WheelAgainstSortedList.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestWheelAgainstSortedList = WheelAgainstSortedList.TestCase


def all_of(wheel: TimingWheel[str], now_ms: int, limit: int = 1000) -> list[str]:
    return [timer_id for due in slices_of(wheel, now_ms, limit) for timer_id in due]


def slices_of(wheel: TimingWheel[str], now_ms: int, limit: int) -> Iterator[list[str]]:
    yield wheel.advance(now_ms, limit)
    while (next_ms := wheel.next_due_ms()) is not None and next_ms <= now_ms:
        yield wheel.advance(now_ms, limit)


@given(st.lists(st.integers(1, 10_000_000), max_size=60), st.integers(1, 70))
def test_timers_come_out_in_the_order_they_are_due(distances: list[int], limit: int) -> None:
    wheel = TimingWheel[str](START_MS)
    for number, distance in enumerate(distances):
        wheel.add(str(number), START_MS + distance)
    due = all_of(wheel, START_MS + 10_000_000, limit)
    assert [distances[int(number)] for number in due] == sorted(distances)


def test_a_timer_is_not_due_a_millisecond_early() -> None:
    wheel = TimingWheel[str](START_MS)
    wheel.add("a", START_MS + YEAR_MS)
    assert wheel.advance(START_MS + YEAR_MS - 1) == []
    assert wheel.advance(START_MS + YEAR_MS) == ["a"]


def test_a_timer_already_past_comes_out_at_the_next_advance() -> None:
    wheel = TimingWheel[str](START_MS)
    wheel.add("now", START_MS)
    wheel.add("past", START_MS - YEAR_MS)
    assert wheel.next_due_ms() == START_MS
    assert sorted(wheel.advance(START_MS)) == ["now", "past"]


def test_a_clock_set_back_fires_neither_early_nor_never() -> None:
    wheel = TimingWheel[str](START_MS)
    wheel.add("a", START_MS + 5_000)
    wheel.advance(START_MS + 4_990)
    assert wheel.advance(START_MS - 60_000) == []
    wheel.add("b", START_MS + 1_000)
    assert all_of(wheel, START_MS + 999) == []
    assert all_of(wheel, START_MS + 1_000) == ["b"]
    assert all_of(wheel, START_MS + 5_000) == ["a"]


def test_a_caller_that_keeps_adding_late_timers_does_not_starve_the_others() -> None:
    wheel = TimingWheel[str](START_MS)
    for number in range(10):
        wheel.add(f"waiting-{number}", START_MS)
    seen: list[str] = []
    for turn in range(6):
        seen += wheel.advance(START_MS + turn, limit=2)
        wheel.add(f"late-{turn}-a", START_MS - 1)
        wheel.add(f"late-{turn}-b", START_MS - 1)
    assert {f"waiting-{number}" for number in range(10)} <= set(seen)


def test_a_herd_is_worked_off_in_slices_of_the_limit() -> None:
    wheel = TimingWheel[str](START_MS)
    herd = {str(number) for number in range(30_000)}
    for timer_id in herd:
        wheel.add(timer_id, START_MS + YEAR_MS)
    due: list[str] = []
    for part in slices_of(wheel, START_MS + YEAR_MS, limit=500):
        assert len(part) <= 500
        due += part
    assert len(due) == len(herd)
    assert set(due) == herd


def test_timers_cancelled_before_they_are_due_leave_no_room_taken() -> None:
    wheel = TimingWheel[str](START_MS)
    for number in range(100_000):
        wheel.add(str(number), START_MS + YEAR_MS)
        wheel.cancel(str(number - 100))
    held = [bucket for row in wheel._rows for slot in row.slots for bucket in slot]
    assert len(wheel) == 100
    assert len(held) == 1


def test_crossing_a_thousand_empty_years_takes_no_step_a_tick() -> None:
    wheel = TimingWheel[str](START_MS)
    wheel.add("a", START_MS + 1_000 * YEAR_MS)
    wakes = 0
    while "a" in wheel:
        next_ms = wheel.next_due_ms()
        assert next_ms is not None
        wheel.advance(next_ms)
        wakes += 1
    assert wakes <= 10


def test_the_benchmark_reports_every_figure() -> None:
    figures = measure(timers=2_000)
    assert figures["scenario"] == "wheel"
    assert set(figures["us"]) == {"insert", "cancel", "expire"}
    assert set(figures["heapq_us"]) == {"push", "pop"}
    assert figures["max_pause_ms"] > 0
