"""A changed definition, and what it means for what was decided, what waits and what nobody had decided yet."""

from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.commands.job import PauseJob, ResumeJob, TriggerJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.execution import ExecutionCreated, ExecutionUnblocked
from tickwheel.protocol.events.job import JobUpdated
from tickwheel.protocol.events.occurrence import OccurrenceSkipped

PAUSE = PauseJob(command_id="pause", job="report")


def update(world: Scenario, **fields: object) -> UpdateJob:
    now = world.job().definition
    assert now is not None
    kept = {name: getattr(now, name) for name in JobDefinition.__struct_fields__}
    definition = JobDefinition(**{**kept, **fields})
    return UpdateJob(command_id=world.command_id(), job="report", definition=definition)


def test_more_runs_do_not_run_a_due_time_again_that_was_dispatched_ahead() -> None:
    world = Scenario().create(when="cron", cron="* * * * *", max_runs=1).advance("55s").start()
    world.when(update(world, max_runs=3)).advance("1m")
    assert [e.due_ms for e in world.events(ExecutionCreated)] == [NOON + ms("2m")]
    assert len(world.executions_of()) == 2


def test_more_runs_let_a_job_go_on_that_was_paused_when_it_ended() -> None:
    world = Scenario(lead_ms=0).create(when="interval", interval_ms=1_000, max_runs=1).advance("5s").run()
    world.given(PAUSE, update(world, max_runs=2))
    world.when(ResumeJob(command_id="resume", job="report", missed="skip")).advance("5s")
    assert len(world.events(ExecutionCreated)) == 1


def test_says_why_the_due_times_of_a_pause_did_not_run_when_the_schedule_changes_in_it() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").given(PAUSE).advance("5m")
    world.when(update(world, cron="0 * * * *")).then(OccurrenceSkipped, JobUpdated)
    skipped = world.event(OccurrenceSkipped)
    assert (skipped.count, skipped.reason_code, skipped.cause_id) == (5, "paused", "")
    assert world.job().next_due_ms == NOON + ms("1h")


def test_decides_what_is_due_by_the_old_schedule_before_the_new_one_holds() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").jump("5m30s")
    world.when(update(world, cron="0 * * * *"))
    assert world.event(OccurrenceSkipped).count == 4
    assert world.event(OccurrenceSkipped).reason_code == "catch_up_latest"
    assert world.event(ExecutionCreated).due_ms == NOON + ms("5m")


def test_what_waits_for_upstreams_runs_when_the_job_depends_on_none_any_more() -> None:
    world = Scenario().create("up", when="manual")
    world.create(when="cron", cron="* * * * *", depends_on=("up",)).advance("2m")
    world.when(update(world, depends_on=())).start()
    assert world.job().running == 1


def test_what_waits_for_all_upstreams_runs_when_any_is_enough() -> None:
    world = Scenario().create("up", when="manual").create("other", when="manual")
    world.create(when="cron", cron="* * * * *", depends_on=("up", "other")).advance("2m")
    world.given(TriggerJob(command_id="t", job="up")).run()
    world.when(update(world, dependency_mode="any")).start()
    assert world.job().running == 1


def test_what_waits_for_its_turn_runs_when_overlap_is_allowed() -> None:
    world = Scenario().create(when="cron", cron="* * * * *", overlap="buffer_all").advance("50s").start()
    world.advance("100s")
    world.when(update(world, overlap="allow"))
    assert [e.execution_id for e in world.events(ExecutionUnblocked)] == [
        e.execution_id for e in world.executions_of()[1:]
    ]
