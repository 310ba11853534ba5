"""Pause, resume, update, delete and cancel, and what they mean for executions that are already on their way."""

import pytest
from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.execution import CancelExecution
from tickwheel.protocol.commands.job import CreateJob, DeleteJob, PauseJob, ResumeJob, TriggerJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRepeated
from tickwheel.protocol.events.execution import (
    AttemptClaimed,
    AttemptDeferred,
    AttemptFailed,
    AttemptLost,
    AttemptReleased,
    ExecutionCancelled,
    ExecutionCompleted,
    ExecutionCreated,
    ExecutionDispatched,
    ExecutionSkipped,
    ExecutionUnblocked,
    RecallRequested,
)
from tickwheel.protocol.events.job import (
    JobCreated,
    JobDeleted,
    JobPaused,
    JobResumed,
    JobRetired,
    JobUpdated,
)
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.protocol.vocabulary import CatchUp
from tickwheel.scheduler.engine.decision import Dispatch
from tickwheel.scheduler.engine.timers import recall_of

PAUSE = PauseJob(command_id="pause", job="report")
DELETE = DeleteJob(command_id="delete", job="report")


def resume(missed: CatchUp = "skip") -> ResumeJob:
    return ResumeJob(command_id="resume", job="report", missed=missed)


def update(world: Scenario, **fields: object) -> UpdateJob:
    now = world.job().definition
    assert now is not None
    kept = {name: getattr(now, name) for name in JobDefinition.__struct_fields__}
    return UpdateJob(command_id="update", job="report", definition=JobDefinition(**{**kept, **fields}))


def cancel(world: Scenario) -> CancelExecution:
    return CancelExecution(command_id="cancel", job="report", execution_id=world.execution().execution_id)


def parked() -> Scenario:
    """A job due at 12:01 whose execution a worker has claimed and parked at 12:00:55."""
    return Scenario().create(when="cron", cron="* * * * *").advance("50s").start().advance("5s").forget()


# -- pause and resume ---------------------------------------------------------------------------------


def test_a_paused_job_does_not_fire() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").given(PAUSE).advance("1h").then()
    assert world.status() == "PAUSED"


@pytest.mark.parametrize(("missed", "ran", "skipped"), [("skip", 0, 60), ("latest", 1, 59), ("all", 60, 0)])
def test_resumes_with_what_was_missed(missed: CatchUp, ran: int, skipped: int) -> None:
    world = Scenario().create(when="cron", cron="* * * * *", overlap="allow").given(PAUSE).advance("1h")
    world.when(resume(missed))
    assert len(world.events(ExecutionCreated)) == ran
    assert sum(event.count for event in world.events(OccurrenceSkipped)) == skipped
    assert world.job().next_due_ms == NOON + ms("61m")


def test_pausing_in_the_lead_window_calls_the_attempt_back_and_parks_it() -> None:
    world = parked().when(PAUSE).then(JobPaused, RecallRequested)
    assert [(r.reason, r.stop_running, r.worker_id) for r in world.recalls] == [("pause", False, "w1")]
    world.forget().report("recalled").then(AttemptDeferred)
    assert world.execution().waits_for == "resume"
    world.when(resume()).then(JobResumed, ExecutionUnblocked)
    world.forget().run().then(ExecutionDispatched, AttemptClaimed, ExecutionCompleted)


def test_what_was_parked_in_a_pause_is_skipped_on_resume_if_its_time_has_passed() -> None:
    world = parked().given(PAUSE).report("recalled").advance("30s").when(resume("skip"))
    world.then(JobResumed, ExecutionSkipped)
    world = parked().given(PAUSE).report("recalled").advance("30s").when(resume("latest"))
    world.then(JobResumed, ExecutionUnblocked)


def test_an_attempt_that_had_started_when_it_was_recalled_stands() -> None:
    parked().given(PAUSE).report("completed").then(ExecutionCompleted)


def test_the_latest_of_a_pause_is_the_latest_that_no_calendar_excludes() -> None:
    closed = CalendarWindow(starts="15:30", ends="20:00")
    calendar = CalendarDefinition(name="closed", effect="exclude", everywhere=True, windows=(closed,))
    world = Scenario().create(when="cron", cron="0 * * * *")
    world.given(PAUSE, DefineCalendar(command_id="calendar", definition=calendar)).advance("5h")
    world.when(resume("latest"))
    assert world.event(ExecutionCreated).due_ms == NOON + ms("3h")
    skipped = [(e.count, e.reason_code) for e in world.events(OccurrenceSkipped)]
    assert skipped == [(2, "paused"), (1, "calendar"), (1, "calendar")]


def test_an_attempt_that_its_worker_puts_off_in_a_pause_waits_until_the_job_is_resumed() -> None:
    parked().given(PAUSE).report("deferred").then(AttemptDeferred).advance("5m").place().then(AttemptDeferred)


def test_a_recall_answered_after_the_resume_plans_anew() -> None:
    parked().given(PAUSE, resume()).report("recalled").then(AttemptReleased)


def test_a_one_off_survives_a_pause_in_its_lead_window() -> None:
    world = Scenario().create(when="delay", delay_ms=60_000).advance("55s").start().given(PAUSE)
    world.report("recalled").advance("1h").when(resume("latest")).run()
    assert isinstance(world.news[-1], ExecutionCompleted)


def test_a_paused_job_can_be_triggered() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").given(PAUSE)
    world.when(TriggerJob(command_id="t", job="report")).run()
    assert isinstance(world.news[-1], ExecutionCompleted)


# -- cancel -------------------------------------------------------------------------------------------


def test_cancels_an_execution_that_waits() -> None:
    world = Scenario().create(when="now")
    world.when(cancel(world)).then(ExecutionCancelled)
    assert world.status() == "COMPLETED"


def test_cancels_an_execution_that_runs_when_its_worker_has_ended_it() -> None:
    world = Scenario().create(when="now").start()
    world.when(cancel(world)).then(RecallRequested)
    world.forget().report("cancelled").then(ExecutionCancelled)


def test_cancels_a_dispatch_that_nobody_has_claimed_yet() -> None:
    world = Scenario().create(when="now").place()
    world.when(cancel(world)).then(RecallRequested)
    assert world.recalls[0].worker_id == ""
    world.forget().claim().then(AttemptClaimed)
    assert world.recalls[0].worker_id == "w1"
    world.forget().report("recalled").then(ExecutionCancelled)


def test_an_outcome_that_was_faster_than_the_cancel_stands() -> None:
    world = Scenario().create(when="now").start()
    world.given(cancel(world)).report("completed").then(ExecutionCompleted)


def test_a_cancelled_attempt_that_fails_is_not_tried_again() -> None:
    world = Scenario().create(when="now").start()
    world.given(cancel(world)).report("failed").then(ExecutionCancelled)


def test_a_lost_lease_resolves_a_cancel() -> None:
    world = Scenario().create(when="now").start()
    world.given(cancel(world)).advance("1s").lose().then(AttemptLost, ExecutionCancelled)
    world = parked()
    world.given(cancel(world)).lose().then(ExecutionCancelled)


# -- update -------------------------------------------------------------------------------------------


def test_an_update_moves_the_next_due_time() -> None:
    world = Scenario().create(when="cron", cron="0 * * * *")
    world.when(update(world, cron="30 * * * *")).then(JobUpdated)
    assert world.event(JobUpdated).version == 2
    assert world.job().next_due_ms == NOON + ms("30m")


def test_an_update_in_the_lead_window_plans_the_same_due_time_anew() -> None:
    world = parked()
    world.when(update(world, handler="other")).then(JobUpdated, RecallRequested)
    world.forget().report("recalled").then(AttemptReleased)
    world.place("w2")
    (dispatch,) = world.sent(Dispatch)
    assert (dispatch.message.handler, dispatch.message.attempt) == ("other", 2)


def test_an_update_that_drops_the_due_time_skips_its_execution() -> None:
    world = parked()
    world.when(update(world, cron="*/5 * * * *")).then(JobUpdated, RecallRequested)
    world.forget().report("recalled").then(ExecutionSkipped)
    assert world.event(ExecutionSkipped).reason_code == "updated"


def test_an_update_of_words_only_recalls_nothing() -> None:
    world = parked()
    world.when(update(world, description="new", tags={"a": "b"})).then(JobUpdated)


def test_a_due_time_that_runs_already_is_not_run_again_under_the_new_schedule() -> None:
    world = parked()
    world.when(update(world, cron="* * * * *", timezone="Europe/Paris")).advance("10s")
    assert world.events(ExecutionCreated) == []


def test_an_ended_one_off_runs_again_if_it_is_given_a_new_time() -> None:
    world = Scenario().create(when="at", run_at_ms=NOON + 1_000).run()
    world.when(update(world, run_at_ms=NOON + 5_000)).run()
    world.then(JobUpdated, ExecutionCreated, ExecutionDispatched, AttemptClaimed, ExecutionCompleted)


def test_more_runs_let_an_ended_job_go_on() -> None:
    world = Scenario(lead_ms=0).create(when="interval", interval_ms=1_000, max_runs=1).advance("5s").run()
    world.when(update(world, max_runs=2)).advance("5s")
    assert len(world.events(ExecutionCreated)) == 1


def test_an_update_that_changes_nothing_makes_no_version() -> None:
    world = parked()
    version = world.job().version
    world.when(update(world)).then(CommandRepeated)
    repeated = world.event(CommandRepeated)
    assert (repeated.cause_id, repeated.version, repeated.sequence) == (
        "update",
        version,
        world.job().sequence,
    )
    assert world.recalls == []


def test_the_trace_context_of_a_job_reaches_the_worker() -> None:
    world = Scenario().create(when="now", tags={"traceparent": "00-aa-bb-01"}).place()
    assert [sent.message.traceparent for sent in world.outbox if isinstance(sent, Dispatch)] == [
        "00-aa-bb-01"
    ]


# -- delete -------------------------------------------------------------------------------------------


def test_deletes_a_job_and_ends_what_it_has() -> None:
    world = Scenario().create(when="manual")
    world.given(TriggerJob(command_id="a", job="report")).start()
    world.given(TriggerJob(command_id="b", job="report"))
    world.when(DELETE).then(JobDeleted, RecallRequested, ExecutionCancelled)
    assert world.status() == "DELETED"
    world.forget().report("failed").then(ExecutionCancelled)


def test_says_why_the_due_times_of_a_pause_did_not_run_when_the_job_is_deleted_in_it() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").given(PAUSE).advance("1h")
    world.when(DELETE).then(OccurrenceSkipped, JobDeleted)
    skipped = world.event(OccurrenceSkipped)
    assert (skipped.count, skipped.reason_code, skipped.cause_id) == (60, "paused", "")


def test_says_why_due_times_did_not_run_that_nobody_had_decided_when_the_job_was_deleted() -> None:
    world = Scenario().create(when="cron", cron="* * * * *").jump("1h")
    world.when(DELETE)
    assert world.event(OccurrenceSkipped).reason_code == "deleted"


def test_forgets_a_deleted_job_after_the_retention() -> None:
    world = Scenario(ended_job_retention_ms=60_000).create(when="manual").given(DELETE)
    world.advance("1m").then(JobRetired)


def test_a_deleted_job_can_be_made_again_at_once_and_shares_no_execution_with_the_old_one() -> None:
    world = parked().given(DELETE).report("recalled")
    again = CreateJob(
        command_id="again",
        definition=JobDefinition(name="report", handler="h", when="cron", cron="* * * * *"),
    )
    world.when(again).then(JobCreated, ExecutionCreated)
    created = [e for e in world.journal if isinstance(e, ExecutionCreated)]
    assert created[0].scheduled_ms == created[1].scheduled_ms
    assert created[0].execution_id != created[1].execution_id


def test_the_name_of_a_deleted_job_is_taken_while_its_executions_are_being_ended() -> None:
    world = parked().given(DELETE)
    assert "still being ended" in world.create().then_refused("conflict", "name")


def test_a_worker_that_releases_what_belongs_to_a_deleted_job_ends_it() -> None:
    parked().given(DELETE).report("released").then(ExecutionCancelled)


def test_a_pause_outlives_a_retry() -> None:
    world = Scenario(lead_ms=0).create(when="cron", cron="* * * * *").advance("1m").start().given(PAUSE)
    world.report("failed").then(AttemptFailed)
    world.forget().advance("5s").run().then(ExecutionDispatched, AttemptClaimed, ExecutionCompleted)


def test_every_recall_is_sent_again_from_the_state() -> None:
    world = parked().when(PAUSE)
    sent = recall_of(world.execution())
    assert sent == world.recalls[0]
