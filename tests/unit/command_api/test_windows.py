"""A window of time has both its ends within the calendar."""

from datetime import UTC, datetime, timedelta

import pytest

from tickwheel.command_api.problems import Problem
from tickwheel.command_api.windows import window

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
WEEK, LONGEST = timedelta(days=7), timedelta(days=31)


def test_what_is_left_out_lasts_the_default() -> None:
    assert window(None, None, WEEK, LONGEST, NOON) == (NOON - WEEK, NOON)
    assert window(NOON, None, WEEK, LONGEST, NOON) == (NOON, NOON + WEEK)
    assert window(None, NOON, WEEK, LONGEST, NOON) == (NOON - WEEK, NOON)


@pytest.mark.parametrize(
    ("since", "until", "field"),
    [
        (datetime(9999, 12, 31, tzinfo=UTC), None, "since"),
        (None, datetime(1, 1, 1, tzinfo=UTC), "until"),
        (NOON, NOON, "since"),
        (NOON, NOON + timedelta(days=32), "since"),
    ],
)
def test_a_window_that_cannot_be_is_refused(
    since: datetime | None, until: datetime | None, field: str
) -> None:
    with pytest.raises(Problem) as refused:
        window(since, until, WEEK, LONGEST, NOON)
    assert (refused.value.status, refused.value.field) == (422, field)
