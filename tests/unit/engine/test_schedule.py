"""Due times: each becomes an execution or leaves a reason, live, late and after a jump of the clock alike."""

import pytest
from tests.unit.engine.scenario import NOON, Scenario, ms

from tickwheel.protocol.calendar import CalendarDefinition, CalendarWindow
from tickwheel.protocol.commands.calendar import DefineCalendar, DeleteCalendar
from tickwheel.protocol.commands.job import TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.calendar import CalendarDefined, CalendarDeleted
from tickwheel.protocol.events.execution import AttemptDeferred, ExecutionCreated, ExecutionDispatched
from tickwheel.protocol.events.occurrence import OccurrenceDeduplicated, OccurrenceSkipped
from tickwheel.protocol.vocabulary import CatchUp
from tickwheel.scheduler.engine.inputs import JobDue
from tickwheel.scheduler.engine.plan import next_runs
from tickwheel.scheduler.engine.refusal import Refusal


def dues(world: Scenario) -> list[int]:
    return [event.scheduled_ms - NOON for event in world.events(ExecutionCreated)]


def test_fires_every_minute_a_lead_ahead() -> None:
    world = Scenario().create(when="cron", cron="* * * * *", overlap="allow").forget()
    world.advance("3m")
    assert dues(world) == [60_000, 120_000, 180_000]
    assert [event.at_ms - NOON for event in world.events(ExecutionCreated)] == [50_000, 110_000, 170_000]


def test_keeps_an_interval_on_its_grid() -> None:
    world = Scenario().create(when="interval", interval_ms=45_000, overlap="allow").forget().advance("100s")
    assert dues(world) == [45_000, 90_000]


def test_begins_at_the_start_and_ends_before_the_end() -> None:
    world = Scenario(lead_ms=0).create(
        when="interval",
        interval_ms=60_000,
        start_at_ms=NOON + 90_000,
        end_at_ms=NOON + 210_000,
        overlap="allow",
    )
    world.forget().advance("10m")
    assert dues(world) == [90_000, 150_000]
    assert world.job().next_due_ms == 0


def test_ends_after_its_runs() -> None:
    world = Scenario(lead_ms=0).create(when="interval", interval_ms=1_000, max_runs=2).forget()
    for _ in range(5):
        world.advance("1s").run()
    assert dues(world) == [1_000, 2_000]
    assert world.status() == "COMPLETED"


def test_moves_each_occurrence_later_by_its_own_jitter() -> None:
    world = Scenario(lead_ms=0).create(when="interval", interval_ms=60_000, jitter_ms=30_000, overlap="allow")
    world.forget().advance("10m")
    late = [event.due_ms - event.scheduled_ms for event in world.events(ExecutionCreated)]
    assert all(0 <= each <= 30_000 for each in late)
    assert len(set(late)) > 5


@pytest.mark.parametrize(
    ("policy", "ran", "skipped"),
    [
        ("skip", [], (ms("1m"), ms("60m"), 60, "catch_up_skip")),
        ("latest", [ms("60m")], (ms("1m"), ms("60m") - 1, 59, "catch_up_latest")),
        ("all", [ms("59m"), ms("60m")], (ms("1m"), ms("59m") - 1, 58, "catch_up_cap")),
    ],
)
def test_catches_up_as_the_job_wishes(
    policy: CatchUp, ran: list[int], skipped: tuple[int, int, int, str]
) -> None:
    world = Scenario().create(
        when="interval", interval_ms=60_000, overlap="allow", catch_up=policy, catch_up_cap=2
    )
    world.forget().jump("60m10s").advance(0)
    assert dues(world) == ran
    event = world.event(OccurrenceSkipped)
    assert (event.due_ms - NOON, event.last_due_ms - NOON, event.count, event.reason_code) == skipped


def test_does_not_run_what_is_older_than_the_window() -> None:
    world = Scenario().create(when="cron", cron="0 * * * *", catch_up_window_ms=ms("5m"))
    world.forget().jump("2h6m").advance(0)
    assert dues(world) == []
    assert world.event(OccurrenceSkipped).reason_code == "catch_up_window"
    assert world.job().next_due_ms == NOON + ms("3h")


def test_a_late_start_of_a_moment_is_not_missed() -> None:
    world = Scenario(lead_ms=0).create(when="cron", cron="* * * * *", catch_up="skip")
    world.forget().jump("61s").advance(0)
    assert dues(world) == [60_000]


def test_a_jump_of_a_century_costs_one_pass() -> None:
    world = Scenario().create(when="interval", interval_ms=1, overlap="allow", catch_up="all")
    world.jump(ms("36500d")).forget()
    world.decide(JobDue(world.job().job_id))
    assert len(world.news) < 300
    assert world.events(OccurrenceSkipped)[0].count > 3_000_000_000_000


def test_a_clock_that_jumps_back_does_not_fire_twice() -> None:
    world = Scenario().create(when="cron", cron="* * * * *", overlap="allow").advance("3m").forget()
    world.jump(-ms("2m")).advance("3m")
    assert dues(world) == [ms("4m")]


def test_runs_a_one_off_however_late_unless_it_skips() -> None:
    world = Scenario().create(when="delay", delay_ms=60_000).forget().jump("3h").advance(0)
    assert dues(world) == [60_000]
    world = Scenario().create(when="delay", delay_ms=60_000, catch_up="skip").forget().jump("3h").advance(0)
    assert world.event(OccurrenceSkipped).reason_code == "catch_up_skip"
    assert world.status() == "COMPLETED"


def calendar(
    effect: str, *, everywhere: bool = False, starts: str = "12:01", ends: str = "12:03"
) -> DefineCalendar:
    definition = CalendarDefinition(
        name="freeze",
        effect="hold" if effect == "hold" else "exclude",
        everywhere=everywhere,
        windows=(CalendarWindow(starts=starts, ends=ends),),
    )
    return DefineCalendar(command_id=f"calendar-{effect}-{starts}", definition=definition)


def test_a_calendar_excludes_due_times_of_jobs_that_name_it() -> None:
    world = Scenario().given(calendar("exclude"))
    world.create(when="cron", cron="* * * * *", overlap="allow", calendars=("freeze",)).forget().advance("4m")
    assert dues(world) == [ms("3m"), ms("4m")]
    assert [event.reason_code for event in world.events(OccurrenceSkipped)] == ["calendar", "calendar"]


def test_a_calendar_that_is_not_everywhere_leaves_other_jobs_alone() -> None:
    world = Scenario().given(calendar("exclude"))
    world.create(when="cron", cron="* * * * *", overlap="allow").forget().advance("2m")
    assert dues(world) == [ms("1m"), ms("2m")]


def test_a_maintenance_window_holds_every_job_until_it_is_over() -> None:
    world = Scenario().given(calendar("hold", everywhere=True))
    world.create(when="at", run_at_ms=NOON + ms("2m")).forget().advance("1m50s").place()
    world.then(ExecutionCreated, AttemptDeferred)
    assert world.execution().waiting_reason == "calendar freeze holds it"
    world.forget().advance("60s").place().then(ExecutionDispatched)
    assert world.event(ExecutionDispatched).not_before_ms == NOON + ms("3m")


def test_a_maintenance_window_holds_a_trigger_too() -> None:
    world = Scenario().given(calendar("hold", everywhere=True, starts="11:00", ends="12:01"))
    world.create(when="manual").when(TriggerJob(command_id="t", job="report")).place()
    world.then(ExecutionCreated, AttemptDeferred)


def test_defines_replaces_and_deletes_a_calendar() -> None:
    world = Scenario().when(calendar("hold"), calendar("exclude")).then(CalendarDefined, CalendarDefined)
    assert world.events(CalendarDefined)[1].version == 2
    world.when(DeleteCalendar(command_id="d", name="freeze")).then(CalendarDeleted)
    assert world.around.calendars == {}
    assert world.when(DeleteCalendar(command_id="e", name="freeze")).then_refused("not_found", "name")


def test_a_second_occurrence_in_the_dedup_window_is_deduplicated() -> None:
    world = Scenario(lead_ms=0).create(
        when="interval", interval_ms=60_000, dedup_window_ms=90_000, overlap="allow"
    )
    world.forget().advance("3m")
    assert dues(world) == [ms("1m"), ms("3m")]
    assert world.event(OccurrenceDeduplicated).due_ms == NOON + ms("2m")


def test_a_dedup_window_is_counted_between_due_times_not_between_the_moments_of_deciding_them() -> None:
    world = Scenario().create(when="interval", interval_ms=60_000, dedup_window_ms=60_000, overlap="allow")
    for decided_at in ("50s", "60s"):  # the first by 20 ms later than the second
        world.jump(decided_at).jump("20ms" if decided_at == "50s" else "-20ms")
        world.decide(JobDue(world.job().job_id))
    assert dues(world) == [ms("1m"), ms("2m")]


def test_previews_the_next_runs_of_a_definition() -> None:
    definition = JobDefinition(name="x", handler="h", when="cron", cron="30 2 * * *", timezone="Europe/Paris")
    runs = next_runs(definition, "id", NOON, NOON, 2)
    assert not isinstance(runs, Refusal)
    assert [run.local_text for run in runs] == ["2026-01-02T02:30:00+01:00", "2026-01-03T02:30:00+01:00"]
