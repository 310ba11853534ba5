"""The life of an execution: from its due time to its end."""

from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.dead_letter import DeadLetter
from tickwheel.protocol.events.dead_letter import DeadLetterExpired
from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionFailed,
    ExecutionWaiting,
    RecallRequested,
)
from tickwheel.protocol.events.job import JobCreated, JobPaused, JobRetired
from tickwheel.scheduler.engine.decision import Dispatch
from tickwheel.scheduler.engine.inputs import ExecutionDue, LeaseLost, Unplaceable


def test_runs_a_one_off_at_once() -> None:
    world = Scenario().create(when="now").run()
    world.then(JobCreated, ExecutionCreated, ExecutionDispatched, AttemptClaimed, ExecutionCompleted)
    assert [event.job_status for event in world.news] == [
        "SCHEDULED",
        "QUEUED",
        "QUEUED",
        "RUNNING",
        "COMPLETED",
    ]
    assert world.all_executions() == []


def test_dispatches_a_lead_ahead_and_never_to_start_early() -> None:
    world = Scenario().create(when="delay", delay_ms=60_000).forget().advance("49s").place().then()
    world.advance("1s").place().then(ExecutionCreated, ExecutionDispatched)
    (dispatch,) = world.sent(Dispatch)
    assert dispatch.message.not_before_ms == dispatch.message.due_ms == NOON + 60_000


def test_runs_a_one_off_for_the_past_at_once() -> None:
    world = Scenario().create(when="at", run_at_ms=NOON - ms("1d")).run()
    assert world.status() == "COMPLETED"


def test_tries_again_with_growing_waits_and_then_gives_up() -> None:
    world = Scenario(lead_ms=0).create(when="now", max_retries=2, backoff_jitter=0.0)
    world.forget().run("failed", error_class="ValueError")
    assert world.event(AttemptFailed).retry_at_ms == NOON + 1_000
    world.forget().advance("1s").run("failed")
    assert world.event(AttemptFailed).retry_at_ms == NOON + 3_000
    world.forget().advance("2s").run("failed", error_class="KeyError", error_message="'x'")
    assert world.event(ExecutionFailed).dead_lettered
    (letter,) = world.sent(DeadLetter)
    assert (letter.attempts, letter.error_class, letter.job_name) == (3, "KeyError", "report")
    assert world.status() == "FAILED"


def test_waits_as_long_as_the_handler_asks() -> None:
    world = Scenario().create(when="now").forget().run("failed", retry_after_ms=77_000)
    assert world.event(AttemptFailed).retry_at_ms == NOON + 77_000


def test_gives_up_at_once_if_a_retry_is_no_use() -> None:
    for fields in ({"retryable": False}, {"error_class": "ValueError"}):
        world = Scenario().create(when="now", non_retryable=("ValueError",)).forget().run("failed", **fields)
        world.then(ExecutionDispatched, AttemptClaimed, ExecutionFailed)


def test_never_starts_an_at_most_once_job_twice() -> None:
    world = Scenario().create(when="now", delivery="at_most_once").forget().run("failed")
    world.then(ExecutionDispatched, AttemptClaimed, ExecutionFailed)
    world = Scenario().create(when="now", delivery="at_most_once").start().forget().lose()
    world.then(AttemptLost, ExecutionFailed)
    assert world.event(ExecutionFailed).kind == "lost"


def test_believes_no_clock_that_was_set_back_when_it_asks_whether_an_at_most_once_job_has_started() -> None:
    world = Scenario().create(when="delay", delay_ms=5_000, delivery="at_most_once").start().forget()
    world.advance("6s").set_clock_back("60s").lose()
    world.then(AttemptLost, ExecutionFailed)
    assert world.event(AttemptLost).started


def test_places_an_at_most_once_job_anew_if_its_worker_was_lost_before_the_start() -> None:
    world = Scenario().create(when="delay", delay_ms=5_000, delivery="at_most_once").start().forget()
    world.advance("2s").lose()
    assert not world.event(AttemptLost).started
    world.place("w2")
    (dispatch,) = world.sent(Dispatch)
    assert (dispatch.message.attempt, dispatch.message.max_attempts) == (2, 5)


def test_ends_a_job_that_kills_its_workers_among_the_dead_letters() -> None:
    world = Scenario(lead_ms=0).create(when="now", max_retries=2)
    for _ in range(3):
        world.advance("1h").start().lose()
    assert len(world.events(AttemptLost)) == 3
    (letter,) = world.sent(DeadLetter)
    assert (letter.kind, letter.attempts) == ("lost", 3)


def test_refuses_a_report_of_a_stale_attempt() -> None:
    world = Scenario(lead_ms=0).create(when="now").start()
    old = world.outcome_of(world.execution(), "completed")
    world.lose().advance("1h").start("w2")
    world.when(old).then_nothing(stale="stale_attempt")
    world.report("completed", "w2").then(ExecutionCompleted)


def test_refuses_a_report_of_another_worker_than_the_one_that_claimed() -> None:
    world = Scenario().create(when="now").start("w1")
    world.when(world.outcome_of(world.execution(), "completed", "w2")).then_nothing(stale="other_worker")


def test_refuses_a_claim_of_an_attempt_that_is_claimed() -> None:
    world = Scenario().create(when="now").start("w1")
    world.when(world.claim_of(world.execution(), "w2")).then_nothing(stale="stale_attempt")


def test_takes_an_outcome_that_overtook_its_claim_and_then_refuses_the_claim() -> None:
    world = Scenario().create(when="now").place()
    claim, outcome = world.claim_of(world.execution()), world.outcome_of(world.execution())
    world.when(outcome).then(AttemptClaimed, ExecutionCompleted)
    world.when(claim).then_nothing(stale="execution_over")


def test_does_not_take_the_late_claim_of_a_released_attempt_for_the_next_one() -> None:
    world = Scenario().create(when="now").place()
    claim = world.claim_of(world.execution(), "w1")
    world.decide(world.outcome_of(world.execution(), "released", "w1"))
    world.place("w2").when(claim).then_nothing(stale="stale_attempt")


def test_takes_back_a_released_attempt_without_using_it_up() -> None:
    world = Scenario().create(when="now", max_retries=0).forget().run("released")
    world.then(ExecutionDispatched, AttemptClaimed, AttemptReleased)
    world.forget().run("completed").then(ExecutionDispatched, AttemptClaimed, ExecutionCompleted)


def test_puts_off_while_the_breaker_is_open_and_uses_up_no_attempt() -> None:
    world = Scenario().create(when="now", max_retries=0).forget()
    world.surround(open_breakers={"reports.daily": NOON + 30_000}).place().then(AttemptDeferred)
    assert "breaker" in world.execution().waiting_reason
    world.forget().advance("19s").place().then()
    world.advance("1s").surround(open_breakers={}).place().then(ExecutionDispatched)
    assert world.event(ExecutionDispatched).not_before_ms == NOON + 30_000
    world.claim().forget().report("deferred", retry_after_ms=5_000).then(AttemptDeferred)
    world.forget().advance("5s").run().then(ExecutionDispatched, AttemptClaimed, ExecutionCompleted)


def test_says_once_why_an_execution_waits() -> None:
    world = Scenario().create(when="now")
    execution = world.execution()
    why = Unplaceable(execution.job_id, execution.execution_id, "no live worker in queue default")
    world.when(why).then(ExecutionWaiting)
    world.when(why).then_nothing(stale="known")
    world.place()
    assert world.execution().waiting_reason == ""


def test_backs_up_the_time_out_of_a_worker_that_does_not_enforce_it() -> None:
    world = Scenario(timeout_grace_ms=5_000).create(when="now", timeout_ms=60_000).start().forget()
    world.advance("64s").then()
    world.advance("1s").then(RecallRequested)
    (recall,) = world.recalls
    assert (recall.reason, recall.stop_running, recall.worker_id) == ("timeout", True, "w1")
    world.forget().report("cancelled").then(AttemptFailed)
    assert world.event(AttemptFailed).kind == "timed_out"


def test_keeps_a_timed_out_attempt_apart_from_an_error() -> None:
    world = Scenario().create(when="now", max_retries=0).forget().run("timed_out")
    assert world.event(ExecutionFailed).kind == "timed_out"


def test_pauses_itself_after_failures_in_a_row() -> None:
    world = Scenario().create(when="manual", max_retries=0, auto_pause_after=2)
    for status in ("failed", "completed", "failed", "failed"):
        world.when(TriggerJob(command_id=world.command_id(), job="report")).run(status)
    assert world.event(JobPaused).automatic
    assert world.status() == "PAUSED"


def test_forgets_an_ended_one_off_after_the_retention_and_frees_its_name() -> None:
    world = Scenario(ended_job_retention_ms=60_000).create(when="now").run().forget()
    world.advance("59s").then()
    world.advance("1s").then(JobRetired)
    assert world.jobs == {}
    world.create(when="now")
    assert world.event(JobCreated).sequence == 1


def test_keeps_a_failed_one_off_as_long_as_its_dead_letter() -> None:
    world = Scenario(dead_letter_retention_ms=ms("30d")).create(when="now", max_retries=0)
    world.run("failed").forget().advance("29d").then()
    world.advance("2d").then(DeadLetterExpired, JobRetired)


def test_a_timer_that_rings_early_or_twice_changes_nothing() -> None:
    world = Scenario().create(when="delay", delay_ms=60_000).advance("55s").start()
    execution = world.execution()
    world.when(ExecutionDue(execution.job_id, execution.execution_id)).then_nothing(stale="not_due")
    world.when(LeaseLost(execution.job_id, execution.execution_id, 1, "w9")).then_nothing(
        stale="stale_attempt"
    )
