"""What is news of what is overdue."""

from tickwheel.watch.incidents import Incidents
from tickwheel.watch.overdue import Overdue

CALM_AFTER_MS = 60_000


def late(cause: str, queue: str = "default") -> Overdue:
    return Overdue(cause, queue, 1, 90.0, 1_000, "job", "")


def test_tells_once_of_what_lasts() -> None:
    incidents = Incidents(CALM_AFTER_MS)
    assert incidents.look([late("unplaced")], 0) == ([late("unplaced")], False)
    assert incidents.look([late("unplaced")], 10 * CALM_AFTER_MS) == ([], False)


def test_what_has_waited_for_days_hides_nothing_new() -> None:
    incidents = Incidents(CALM_AFTER_MS)
    chronic = late("unplaced", "gpu")
    incidents.look([chronic], 0)
    assert incidents.look([chronic, late("undecided")], 1_000)[0] == [late("undecided")]
    assert incidents.look([chronic, late("unplaced")], 2_000)[0] == [late("unplaced")]


def test_what_comes_and_goes_is_told_once() -> None:
    incidents = Incidents(CALM_AFTER_MS)
    incidents.look([late("unclaimed")], 0)
    assert incidents.look([], CALM_AFTER_MS - 1) == ([], False)
    assert incidents.look([late("unclaimed")], CALM_AFTER_MS - 1) == ([], False)


def test_is_over_after_a_while_of_calm_and_may_begin_again() -> None:
    incidents = Incidents(CALM_AFTER_MS)
    incidents.look([late("unclaimed")], 0)
    assert incidents.look([], CALM_AFTER_MS) == ([], True)
    assert incidents.look([], CALM_AFTER_MS + 1) == ([], False)
    assert incidents.look([late("unclaimed")], CALM_AFTER_MS + 2)[0] == [late("unclaimed")]
