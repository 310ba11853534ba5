"""Executions that wait for a worker, when what their job asks of a worker changes meanwhile."""

import pytest
from msgspec.structs import replace
from tests.simulation.world import World

from tickwheel.protocol.commands.job import CreateJob, UpdateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCompleted, ExecutionDispatched
from tickwheel.runtime.codec import Codec

RIGHT = JobDefinition(name="typo", handler="steady", when="now")


@pytest.mark.parametrize(
    "wrong",
    [replace(RIGHT, handler="stedy"), replace(RIGHT, queue="gpu"), replace(RIGHT, labels={"zone": "eu"})],
)
def test_an_execution_that_nobody_could_take_runs_when_its_job_is_corrected(wrong: JobDefinition) -> None:
    world = World(seed=1, codec=Codec())
    world.run_for(3_000)
    world.send(CreateJob(command_id="c", definition=wrong, allow_unknown_handler=True))
    world.run_for(3_000)
    world.send(UpdateJob(command_id="u", job="typo", definition=RIGHT))
    world.run_for(5_000)
    records = world.read(world.topics.events)
    kinds = [type(world.decoded(record, Event)) for record in records]
    assert kinds.count(ExecutionDispatched) == 1
    assert kinds.count(ExecutionCompleted) == 1
