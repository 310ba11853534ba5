"""How old the tables are, as scrapes see it."""

import pytest

from tickwheel.projector.measures import STALLED_S, Freshness
from tickwheel.runtime.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_tables_that_hold_everything_have_no_age(clock: ManualClock) -> None:
    freshness = Freshness(clock)
    clock.advance(60_000)
    freshness.caught_up()
    assert freshness.age_s == 0


def test_age_counts_from_the_oldest_event_that_is_being_written(clock: ManualClock) -> None:
    freshness = Freshness(clock)
    clock.advance(60_000)
    freshness.read_on(clock.now_ms() - 7_000)
    assert freshness.age_s == 7


def test_age_grows_while_postgres_is_away(clock: ManualClock) -> None:
    freshness = Freshness(clock)
    freshness.caught_up()
    freshness.failed()
    clock.advance(20_000)
    assert freshness.age_s == 20


def test_a_loop_that_hangs_ages_too(clock: ManualClock) -> None:
    freshness = Freshness(clock)
    freshness.caught_up()
    clock.advance(STALLED_S * 1_000)
    assert freshness.age_s == STALLED_S
