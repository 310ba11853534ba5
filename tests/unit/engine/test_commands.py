"""Commands that get the same answer twice, triggers, dead letters and backfills."""

from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol import ids
from tickwheel.protocol.commands.execution import DismissDeadLetter, RedriveDeadLetter, RetryExecution
from tickwheel.protocol.commands.job import BackfillJob, TriggerJob
from tickwheel.protocol.events.answer import CommandRepeated
from tickwheel.protocol.events.backfill import BackfillEnded, BackfillPlanned, BackfillStarted
from tickwheel.protocol.events.dead_letter import DeadLetterDismissed, DeadLetterRedriven
from tickwheel.protocol.events.execution import ExecutionCreated
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated
from tickwheel.scheduler.engine.decision import Dispatch


def trigger(command_id: str = "t", **fields: object) -> TriggerJob:
    return TriggerJob(**{"command_id": command_id, "job": "report", **fields})  # type: ignore[arg-type]  # any field


def failed() -> Scenario:
    return (
        Scenario()
        .create(when="manual", max_retries=0)
        .given(trigger(payload='{"n":1}'))
        .run("failed")
        .forget()
    )


# -- the same command twice ---------------------------------------------------------------------------


def test_a_command_that_comes_again_gets_the_first_answer() -> None:
    world = Scenario().create(when="manual").when(trigger())
    created = world.event(ExecutionCreated)
    world.run().when(trigger()).then(CommandRepeated)
    repeated = world.event(CommandRepeated)
    assert (repeated.sequence, repeated.execution_id) == (created.sequence, created.execution_id)
    assert world.job().runs == 0


def test_a_creation_that_comes_again_is_not_a_conflict() -> None:
    world = Scenario()
    creation = world.creation(when="now")
    world.given(creation).when(creation).then(CommandRepeated)
    assert world.event(CommandRepeated).version == 1


def test_a_command_is_remembered_for_an_hour() -> None:
    world = Scenario().create(when="manual").given(trigger()).advance("59m").when(trigger())
    world.then(CommandRepeated)
    world.run().advance("2m").when(trigger("other")).advance("1m")
    assert [answered.command_id for answered in world.job().answered] == ["other"]


def test_a_command_id_that_is_used_again_after_it_was_forgotten_makes_another_execution() -> None:
    world = Scenario().create(when="manual").given(trigger()).advance("61m").when(trigger())
    world.then(ExecutionCreated)
    assert world.job().live == 2


# -- triggers -----------------------------------------------------------------------------------------


def test_triggers_with_another_payload_priority_and_time() -> None:
    world = Scenario().create(when="manual", payload='{"n":0}')
    world.when(trigger(payload='{"n":1}', priority=95, run_at_ms=NOON + 5_000)).place()
    (dispatch,) = world.sent(Dispatch)
    message = dispatch.message
    assert (message.payload, message.priority, message.not_before_ms) == ('{"n":1}', 95, NOON + 5_000)


def test_a_trigger_with_the_same_key_in_the_window_is_deduplicated() -> None:
    world = Scenario().create(when="manual", dedup_window_ms=60_000)
    world.when(trigger("a", dedup_key="k"), trigger("b", dedup_key="k"), trigger("c", dedup_key="other"))
    world.then(ExecutionCreated, OccurrenceDeduplicated, ExecutionCreated)
    first = world.events(ExecutionCreated)[0].execution_id
    assert world.event(OccurrenceDeduplicated).first_execution_id == first
    world.advance("60s").when(trigger("d", dedup_key="k")).then(ExecutionCreated)


# -- dead letters -------------------------------------------------------------------------------------


def test_redrives_a_dead_letter_with_another_payload() -> None:
    world = failed()
    letter = world.execution().execution_id
    world.when(RedriveDeadLetter(command_id="r", job="report", execution_id=letter, payload='{"n":2}'))
    world.then(DeadLetterRedriven, ExecutionCreated)
    created = world.event(ExecutionCreated)
    assert (created.retry_of, created.payload, created.origin) == (letter, '{"n":2}', "retry")
    assert world.event(DeadLetterRedriven).new_execution_id == created.execution_id
    assert world.job().dead == 0


def test_retries_a_failed_execution_with_its_own_payload() -> None:
    world = failed()
    letter = world.execution().execution_id
    world.when(RetryExecution(command_id="r", job="report", execution_id=letter))
    assert world.event(ExecutionCreated).payload == '{"n":1}'


def test_dismisses_a_dead_letter() -> None:
    world = failed()
    letter = world.execution().execution_id
    dismissal = DismissDeadLetter(command_id="d", job="report", execution_id=letter)
    world.when(dismissal).then(DeadLetterDismissed)
    assert world.all_executions() == []
    again = DismissDeadLetter(command_id="e", job="report", execution_id=letter)
    world.when(again).then_refused("not_found", "execution_id")


def test_only_what_failed_can_be_retried() -> None:
    world = Scenario().create(when="now")
    retry = RetryExecution(command_id="r", job="report", execution_id=world.execution().execution_id)
    assert "it is PENDING" in world.when(retry).then_refused("wrong_state", "execution_id")


# -- backfills ----------------------------------------------------------------------------------------


def backfill(world: Scenario, span: str, **fields: object) -> BackfillJob:
    values = {"command_id": "b", "job": "report", "from_ms": world.now_ms - ms(span), "to_ms": world.now_ms}
    return BackfillJob(**{**values, **fields})  # type: ignore[arg-type]  # any field


def test_a_dry_run_says_what_a_backfill_would_do() -> None:
    world = Scenario().create(when="cron", cron="*/10 * * * *")
    world.when(backfill(world, "1h", dry_run=True)).then(BackfillPlanned)
    planned = world.event(BackfillPlanned)
    assert (planned.count, planned.first_due_ms, planned.last_due_ms) == (
        6,
        NOON - ms("1h"),
        NOON - ms("10m"),
    )
    assert world.all_executions() == []


def test_a_backfill_runs_each_due_time_in_the_low_lane_one_after_the_other() -> None:
    world = Scenario(backfill_rate_per_minute=60).create(when="cron", cron="0 0 1 1 *", priority=95)
    hourly = Scenario(backfill_rate_per_minute=60).create(when="cron", cron="0 * * * *", priority=95)
    hourly.when(backfill(hourly, "3h")).then(BackfillStarted, ExecutionCreated)
    assert hourly.event(ExecutionCreated).priority < 30
    hourly.advance("1m")
    assert len(hourly.all_executions()) == 1, "it waits for the one before"
    for _ in range(3):
        hourly.run().advance("1s")
    assert [e.scheduled_ms - NOON for e in hourly.events(ExecutionCreated)] == [
        -ms("3h"),
        -ms("2h"),
        -ms("1h"),
    ]
    assert hourly.event(BackfillEnded).created == 3
    world.when(backfill(world, "1d")).then(BackfillStarted, ExecutionCreated)


def test_a_backfill_of_a_job_that_allows_overlap_keeps_to_its_rate() -> None:
    world = Scenario().create(when="interval", interval_ms=60_000, overlap="allow").advance("30m").forget()
    world.when(backfill(world, "10m", rate_per_minute=6)).advance("30s")
    started = [e.at_ms for e in world.events(ExecutionCreated) if e.origin == "backfill"]
    assert [at - started[0] for at in started] == [0, 10_000, 20_000, 30_000]


def test_a_backfill_does_not_hold_up_the_schedule() -> None:
    world = Scenario(lead_ms=0).create(when="cron", cron="* * * * *").given(backfill_of_an_hour()).start()
    world.forget().advance("1m").start()
    assert sorted(e.origin for e in world.all_executions() if e.status == "RUNNING") == [
        "backfill",
        "schedule",
    ]


def backfill_of_an_hour() -> BackfillJob:
    return BackfillJob(command_id="b", job="report", from_ms=NOON - ms("1h"), to_ms=NOON)


def test_a_backfill_and_the_schedule_never_share_an_execution() -> None:
    world = Scenario(lead_ms=0).create(when="cron", cron="* * * * *", overlap="allow").advance("10m")
    job_id = world.job().job_id
    world.when(backfill(world, "10m", rate_per_minute=60_000)).advance("1m")
    ids_seen = [e.execution_id for e in world.journal if isinstance(e, ExecutionCreated)]
    assert len(ids_seen) == len(set(ids_seen)) == 21
    assert ids.execution_id(job_id, "x") not in ids_seen
