"""A restore that a fault of the log interrupts is begun again: what was read by then is not taken for the state."""

import pytest
from tests.simulation import checks
from tests.simulation.world import World

from tickwheel.protocol.commands.job import CreateJob, TriggerJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec

JOBS = 12


@pytest.mark.parametrize("good_lookups", range(9, 21))
def test_no_job_is_forgotten_whichever_lookup_of_the_restore_fails(good_lookups: int) -> None:
    world = World(1, Codec(), schedulers=1, workers=1)
    for number in range(JOBS):
        definition = JobDefinition(name=f"job-{number}", handler="steady", payload='{"ms": 10, "fails": 0}')
        world.send(CreateJob(command_id=f"create-{number}", definition=definition))
    world.run_for(5_000)
    [scheduler] = world.schedulers
    scheduler.kill()
    scheduler.launch()
    world.broker.faults.fail_lookups(scheduler.client_id, *[False] * good_lookups, True, True)
    world.run_for(15_000)
    for number in range(JOBS):
        world.send(TriggerJob(command_id=f"trigger-{number}", job=f"job-{number}"))
    world.run_for(15_000)
    events = [world.decoded(record, Event) for record in world.read(world.topics.events)]
    assert [event for event in events if isinstance(event, CommandRejected)] == []
    assert checks.faults(world) == []
