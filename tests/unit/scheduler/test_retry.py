"""How long a failed attempt waits."""

from hypothesis import given
from hypothesis import strategies as st

from tickwheel.scheduler.engine.retry import retry_delay_ms


def test_waits_grow_by_the_factor_up_to_the_cap() -> None:
    waits = [retry_delay_ms(attempt, 1_000, 2, 3_600_000, 0, "e") for attempt in (1, 2, 3, 12, 13, 100)]
    assert waits == [1_000, 2_000, 4_000, 2_048_000, 3_600_000, 3_600_000]


def test_jitter_stays_within_its_fraction_and_differs_between_executions() -> None:
    waits = {retry_delay_ms(1, 10_000, 2, 3_600_000, 0.25, f"e{number}") for number in range(200)}
    assert min(waits) >= 7_500
    assert max(waits) <= 12_500
    assert len(waits) > 150


def test_the_same_attempt_always_waits_as_long() -> None:
    assert retry_delay_ms(3, 1_000, 2, 60_000, 0.25, "e") == retry_delay_ms(3, 1_000, 2, 60_000, 0.25, "e")


@given(
    st.integers(-5, 10**9),
    st.integers(-5, 10**15),
    st.floats(-1, 1e6),
    st.integers(-5, 10**15),
    st.floats(0, 1),
    st.text(max_size=5),
)
def test_no_setting_overflows_or_passes_the_cap(
    attempt: int, initial: int, factor: float, cap: int, jitter: float, execution: str
) -> None:
    assert 0 <= retry_delay_ms(attempt, initial, factor, cap, jitter, execution) <= max(cap, 0)
