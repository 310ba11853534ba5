"""What one job's owner tells another's, and what everyone knows: dependencies, cycles and calendars through the real loop."""

from datetime import UTC, datetime

import pytest
from tests.simulation.world import NAMESPACE, World

from tickwheel.protocol import ids
from tickwheel.protocol.calendar import CalendarDefinition
from tickwheel.protocol.commands.calendar import DefineCalendar
from tickwheel.protocol.commands.job import CreateJob, TriggerJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionCreated
from tickwheel.protocol.events.occurrence import OccurrenceSkipped
from tickwheel.runtime.codec import Codec


@pytest.fixture(scope="module")
def codec() -> Codec:
    return Codec()


@pytest.fixture
def world(codec: Codec) -> World:
    world = World(seed=7, codec=codec)
    world.run_for(3_000)
    return world


def _job(name: str, *upstreams: str, **fields: object) -> JobDefinition:
    waits_for = tuple(ids.job_id(NAMESPACE, upstream) for upstream in upstreams)
    return JobDefinition(name=name, handler="steady", depends_on=waits_for, **fields)  # type: ignore[arg-type]


def _create(world: World, definition: JobDefinition) -> None:
    world.send(CreateJob(command_id=f"create-{definition.name}", definition=definition))
    world.run_for(1_000)


def _events(world: World, name: str) -> list[Event]:
    job_id = ids.job_id(NAMESPACE, name)
    events = [world.decoded(record, Event) for record in world.read(world.topics.events)]
    return [event for event in events if event.job_id == job_id]


def _completed(world: World, name: str) -> int:
    return sum(isinstance(event, ExecutionCompleted) for event in _events(world, name))


def test_runs_a_job_when_all_it_waits_for_have_completed_wherever_they_are_owned(world: World) -> None:
    for name in ("extract", "load", "clean"):
        _create(world, _job(name))
    _create(world, _job("report", "extract", "load", "clean"))
    for name in ("extract", "load"):
        world.send(TriggerJob(command_id=f"run-{name}", job=name))
    world.run_for(10_000)
    assert _completed(world, "report") == 0
    world.send(TriggerJob(command_id="run-clean", job="clean"))
    world.run_for(10_000)
    assert _completed(world, "report") == 1


def test_refuses_a_change_that_would_let_jobs_wait_for_each_other(world: World) -> None:
    _create(world, _job("a"))
    _create(world, _job("b", "a"))
    _create(world, _job("c", "b"))
    world.send(UpdateJob(command_id="knot", job="a", definition=_job("a", "c")))
    world.run_for(3_000)
    (refusal,) = [event for event in _events(world, "a") if isinstance(event, CommandRejected)]
    assert (refusal.code, refusal.field) == ("cycle", "depends_on")


def test_everyone_hears_of_a_calendar_and_skips_what_it_excludes_with_a_reason(world: World) -> None:
    today = datetime.fromtimestamp(world.clock.now_ms() / 1_000, UTC).date().isoformat()
    holiday = CalendarDefinition(name="holidays", effect="exclude", days=(today,))
    world.send_calendar(DefineCalendar(command_id="calendar", definition=holiday))
    world.run_for(2_000)
    end_ms = world.clock.now_ms() + 20_000
    _create(
        world, _job("excluded", when="cron", cron="*/5 * * * * *", calendars=("holidays",), end_at_ms=end_ms)
    )
    world.run_for(30_000)
    events = _events(world, "excluded")
    assert not any(isinstance(event, ExecutionCreated) for event in events)
    assert {event.reason_code for event in events if isinstance(event, OccurrenceSkipped)} == {"calendar"}
