"""Jobs that wait for other jobs, whoever owns them and whether they exist yet or not."""

from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol import ids
from tickwheel.protocol.commands.job import DeleteJob, PauseJob, ResumeJob, TriggerJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.dependency import DependencySatisfied, DependentAdded, DependentRemoved
from tickwheel.protocol.events.execution import ExecutionCreated, ExecutionDispatched, ExecutionUnblocked
from tickwheel.protocol.events.job import JobCreated, JobDeleted, JobRetired
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.protocol.signals import JobDependencies, UpstreamCompleted
from tickwheel.scheduler.engine.inputs import Placed


def jid(name: str) -> str:
    return ids.job_id("default", name)


def complete(world: Scenario, name: str) -> Scenario:
    """Run the job once, and only that job."""
    world.decide(TriggerJob(command_id=world.command_id(), job=name))
    return run_job(world, name)


def run_job(world: Scenario, name: str) -> Scenario:
    for execution in world.executions_of(name):
        if execution.status == "PENDING":
            world.decide(Placed(execution.job_id, execution.execution_id, "w1", "mailbox", 0))
    for execution in world.executions_of(name):
        if execution.status == "QUEUED":
            world.decide(world.claim_of(execution))
            claimed = world.executions[execution.job_id][execution.execution_id]
            world.decide(world.outcome_of(claimed))
    return world


def test_runs_when_all_upstreams_have_completed() -> None:
    world = Scenario().create("a", when="manual").create("b", when="manual")
    world.create("c", when="manual", depends_on=("a", "b"))
    complete(world, "a")
    assert world.executions_of("c") == []
    complete(world, "b")
    (execution,) = world.executions_of("c")
    assert (execution.origin, execution.chain) == ("dependency", (jid("b"),))
    complete(world, "b")
    assert len(world.executions_of("c")) == 1, "a has not completed again"


def test_runs_when_any_upstream_has_completed() -> None:
    world = Scenario().create("a", when="manual").create("b", when="manual")
    world.create("c", when="manual", depends_on=("a", "b"), dependency_mode="any")
    complete(world, "b")
    assert len(world.executions_of("c")) == 1


def test_waits_for_a_job_that_does_not_exist_yet() -> None:
    world = Scenario().create("down", when="manual", depends_on=("up",)).then(JobCreated, DependentAdded)
    assert world.jobs[jid("up")].definition is None
    world.create("up", when="now")
    assert world.event(JobCreated).sequence == 2
    run_job(world, "up")
    assert len(world.executions_of("down")) == 1


def test_a_placeholder_goes_when_nobody_waits_any_more() -> None:
    world = Scenario().create("down", when="manual", depends_on=("up",))
    world.when(DeleteJob(command_id="d", job="down"))
    world.then(JobDeleted, DependentRemoved, JobRetired)
    assert jid("up") not in world.jobs
    assert world.sent(JobDependencies)[-1].upstream_job_ids == ()


def test_a_stale_completion_does_not_count() -> None:
    world = Scenario().create("a", when="manual").create("b", when="manual")
    world.create("c", when="manual", depends_on=("a", "b"), dependency_freshness_ms=ms("1m"))
    complete(world, "a").advance("61s")
    complete(world, "b")
    assert world.executions_of("c") == []


def test_a_one_off_waits_for_a_job_and_then_runs() -> None:
    world = Scenario().create("up", when="manual").create("down", when="now", depends_on=("up",)).place()
    assert world.execution("down").waits_for == "upstreams"
    complete(world.forget(), "up")
    assert isinstance(world.news[-1], ExecutionUnblocked)
    assert world.forget().place().event(ExecutionDispatched)


def test_a_one_off_runs_at_once_if_its_upstream_had_completed_before() -> None:
    world = Scenario().create("up", when="manual")
    complete(world, "up").create("down", when="now", depends_on=("up",))
    assert world.execution("down").waits_for == "time"


def test_an_old_completion_does_not_start_a_job_that_only_completions_start() -> None:
    world = Scenario().create("up", when="manual")
    complete(world, "up").advance("1s").create("down", when="manual", depends_on=("up",))
    assert world.events(DependencySatisfied)
    assert world.executions_of("down") == []


def test_occurrences_do_not_pile_up_while_an_upstream_is_awaited() -> None:
    world = Scenario().create("up", when="manual")
    world.create("down", when="cron", cron="* * * * *", depends_on=("up",)).forget().advance("3m")
    assert len(world.executions_of("down")) == 1
    assert {event.reason_code for event in world.events(OccurrenceSkipped)} == {"upstreams"}


def test_refuses_a_job_that_waits_for_itself() -> None:
    world = Scenario().create("a", when="manual", depends_on=("a",))
    assert "itself" in world.then_refused("cycle", "depends_on")


def test_refuses_a_cycle_and_names_its_path() -> None:
    world = Scenario().create("a", when="manual").create("b", when="manual", depends_on=("a",))
    world.create("c", when="manual", depends_on=("b",))
    definition = JobDefinition(name="a", handler="h", when="manual", depends_on=("c",))
    world.when(UpdateJob(command_id="u", job="a", definition=definition))
    message = world.then_refused("cycle", "depends_on")
    assert " -> ".join((jid("a"), jid("c"), jid("b"), jid("a"))) in message


def test_a_loop_that_creation_did_not_see_ends_at_run_time() -> None:
    world = Scenario().create("a", when="manual", depends_on=("b",))
    signal = UpstreamCompleted(
        job_id=jid("a"),
        upstream_job_id=jid("b"),
        upstream_execution_id="x",
        completed_at_ms=NOON,
        chain=(jid("a"), jid("b")),
    )
    world.when(signal).then(DependencySatisfied, OccurrenceSkipped)
    assert world.event(OccurrenceSkipped).reason_code == "loop"


def test_a_paused_dependent_runs_once_when_it_is_resumed_with_what_it_missed() -> None:
    world = Scenario().create("up", when="manual").create("down", when="manual", depends_on=("up",))
    world.given(PauseJob(command_id="p", job="down"))
    complete(world, "up")
    assert world.executions_of("down") == []
    world.when(ResumeJob(command_id="r", job="down", missed="latest"))
    assert world.event(ExecutionCreated).origin == "dependency"


def test_a_job_that_others_wait_for_is_not_forgotten() -> None:
    world = Scenario(ended_job_retention_ms=1_000).create("up", when="now")
    world.create("down", when="manual", depends_on=("up",))
    run_job(world, "up").forget().advance("1h").then()
    assert jid("up") in world.jobs
