"""Executions of one job take turns as its overlap policy says."""

from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.events.execution import (
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionSkipped,
    ExecutionUnblocked,
    ExecutionWaiting,
    RecallRequested,
)


def running(overlap: str) -> Scenario:
    """A job of every minute whose 12:01 still runs at 12:01:40."""
    world = Scenario().create(when="cron", cron="* * * * *", overlap=overlap)
    return world.advance("50s").start().advance("50s").forget()


def test_skips_an_occurrence_that_is_due_while_another_runs() -> None:
    world = running("skip").advance("19s").then(ExecutionCreated)
    world.advance("1s").then(ExecutionCreated, ExecutionSkipped)
    assert world.event(ExecutionSkipped).reason_code == "overlap"


def test_does_not_skip_if_the_other_ends_between_lead_and_due_time() -> None:
    world = (
        running("skip").advance("15s").report().then(ExecutionCreated, ExecutionCompleted, ExecutionUnblocked)
    )
    world.place()
    assert world.event(ExecutionDispatched).not_before_ms == NOON + ms("2m")


def test_buffers_one_and_skips_the_next() -> None:
    world = running("buffer_one").advance("80s")
    world.then(ExecutionCreated, ExecutionWaiting, ExecutionCreated, ExecutionSkipped)
    world.forget().report().then(ExecutionCompleted, ExecutionUnblocked)


def test_buffers_all_and_runs_them_in_order() -> None:
    world = running("buffer_all").advance("140s")
    assert len(world.events(ExecutionWaiting)) == 3
    for minute in (2, 3, 4):
        world.forget().report().start()
        assert world.event(ExecutionDispatched).not_before_ms == NOON + ms(f"{minute}m")


def test_cancels_what_runs_for_the_newest() -> None:
    world = running("cancel_running").advance("20s").then(ExecutionCreated, ExecutionWaiting, RecallRequested)
    assert [(r.reason, r.stop_running) for r in world.recalls] == [("overlap", True)]
    world.forget().report("cancelled").then(ExecutionCancelled, ExecutionUnblocked)


def test_a_trigger_for_later_is_not_cancelled_for_the_newest() -> None:
    world = running("cancel_running")
    world.given(TriggerJob(command_id="t", job="report", run_at_ms=NOON + ms("1h"))).advance("20s")
    world.then(ExecutionCreated, ExecutionWaiting, RecallRequested)
    assert [e.due_ms - NOON for e in world.executions_of() if e.origin == "trigger"] == [ms("1h")]


def test_allows_overlap() -> None:
    world = running("allow").advance("10s").start()
    assert world.status() == "RUNNING"
    assert world.job().running == 2


def test_a_trigger_runs_beside_the_schedule() -> None:
    world = running("skip").when(TriggerJob(command_id="t", job="report")).start()
    assert world.job().running == 2


def test_a_trigger_for_later_does_not_hold_up_the_schedule() -> None:
    world = Scenario().create(when="cron", cron="* * * * *")
    world.given(TriggerJob(command_id="t", job="report", run_at_ms=NOON + ms("1h"))).advance("60s").start()
    assert [e.origin for e in world.executions_of() if e.status == "RUNNING"] == ["schedule"]


def test_a_job_triggered_ten_thousand_times_does_not_grow() -> None:
    world = Scenario().create(when="manual")
    aggregate_size = 0
    for number in range(2_000):
        world.decide(TriggerJob(command_id=f"t{number}", job="report"))
        if number == 1_100:
            aggregate_size = len(world.job().answered)
    assert len(world.job().answered) == aggregate_size == 1_000
    assert world.job().live == 2_000
