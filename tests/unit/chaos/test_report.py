"""What a run's report says: how long a fault was felt, how late starts were, and a picture of it all."""

import pytest
from tests.chaos.checker.history import Finding, History, Job, Order, Stamp
from tests.chaos.nemesis.nemesis import Done
from tests.chaos.report.picture import Picture
from tests.chaos.report.recovery import lateness, recovery

T0 = 1_790_000_000_000
JOB = Job(name="tick", when="every", first_ms=T0, period_ms=1_000, until_ms=T0 + 60_000)
KILL = Done(kind="broker kill", target="broker-1", began_ms=T0 + 10_000, ended_ms=T0 + 14_000)


def start(number: int, late_ms: float) -> Stamp:
    due_ms = T0 + number * 1_000
    at_ms = due_ms + late_ms
    return Stamp(
        what="start",
        execution_id=f"e{number}",
        attempt=1,
        job="tick",
        due_ms=due_ms,
        wall_ms=at_ms,
        real_ms=at_ms,
        worker="w1",
    )


@pytest.fixture
def history() -> History:
    """Starts are late from the eleventh second to the sixteenth."""
    stamps = [start(n, 5_000 if 11 <= n < 16 else 2) for n in range(60)]
    order = Order(
        command_id="c",
        kind="trigger",
        job="tick",
        sent_ms=T0 + 11_000,
        acked_ms=T0 + 13_000,
        sent_real_ms=T0 + 11_000,
        acked_real_ms=T0 + 13_000,
    )
    return History(jobs=[JOB], orders=[order], stamps=stamps)


def test_tells_how_long_a_fault_was_felt(history: History) -> None:
    [(kind, felt)] = recovery(history, [KILL]).items()
    assert kind == "broker kill"
    assert felt == {"times": 1, "held_s": 4.0, "starts_late_for_s": 10.0, "answers_slow_for_s": 3.0}


def test_a_fault_that_nobody_noticed_was_felt_for_no_time(history: History) -> None:
    later = Done(kind="api kill", target="api-1", began_ms=T0 + 30_000, ended_ms=T0 + 31_000)
    assert recovery(history, [later])["api kill"]["starts_late_for_s"] == 0.0


def test_tells_calm_starts_from_those_near_a_fault(history: History) -> None:
    said = lateness(history, [KILL])
    assert said["calm"]["max_ms"] == 2.0
    assert said["faults"]["max_ms"] == 5_000.0
    assert said["calm"]["starts"] + said["faults"]["starts"] == 60


def test_draws_every_fault_and_names_what_was_found(history: History) -> None:
    finding = Finding(kind="missed", job="<tick>", at_ms=T0, sentence="job <tick> did not run")
    page = Picture(history, [KILL], [finding]).html("A run", "<table></table>")
    assert page.count('class="fault"') == 1
    assert page.count("<circle") == 60
    assert "job &lt;tick&gt; did not run" in page
