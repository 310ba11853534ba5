"""What anyone may write to the command topics: misplaced, unreadable and unmeant records, and what becomes of them."""

import pytest
from tests.simulation.world import NAMESPACE, World

from tickwheel.protocol import ids, routing
from tickwheel.protocol.commands.job import CreateJob
from tickwheel.protocol.definition import JobDefinition
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.events.execution import ExecutionCompleted
from tickwheel.protocol.quarantine import QuarantinedRecord
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryLog
from tickwheel.runtime.log.records import BEGINNING, TopicPartition


@pytest.fixture(scope="module")
def codec() -> Codec:
    return Codec()


@pytest.fixture
def world(codec: Codec) -> World:
    world = World(seed=1, codec=codec)
    world.run_for(3_000)
    return world


def _write(world: World, partition: int, key: str, value: bytes) -> None:
    producer = MemoryLog(world.broker, "stranger").producer()
    producer.produce(world.topics.commands("normal"), partition, key.encode(), value)


def _create(name: str) -> CreateJob:
    definition = JobDefinition(name=name, handler="steady", when="now")
    return CreateJob(command_id=f"create-{name}", definition=definition)


def _events(world: World) -> list[Event]:
    return [world.decoded(record, Event) for record in world.read(world.topics.events)]


def test_moves_a_command_from_the_wrong_partition_to_the_right_one_and_runs_it_once(world: World) -> None:
    job_id = ids.job_id(NAMESPACE, "misplaced")
    home = routing.partition_for(job_id.encode(), world.kafka.partitions)
    wrong = (home + 1) % world.kafka.partitions
    _write(world, wrong, job_id, world.codec.encode(_create("misplaced")))
    world.run_for(5_000)
    completed = [event for event in _events(world) if isinstance(event, ExecutionCompleted)]
    assert [event.job_id for event in completed] == [job_id]


def test_takes_a_command_without_a_key_by_the_name_in_it(world: World) -> None:
    _write(
        world,
        0,
        "",
        b'{"type": "CreateJob", "command_id": "c1", "definition": {"name": "by-name", "handler": "steady", "when": "now"}}',
    )
    world.run_for(5_000)
    completed = [event for event in _events(world) if isinstance(event, ExecutionCompleted)]
    assert [event.job_id for event in completed] == [ids.job_id(NAMESPACE, "by-name")]


def test_puts_an_unreadable_record_aside_with_its_bytes_and_goes_on(world: World) -> None:
    _write(world, 0, "k", b"\x00\x00\x00\x00\x07 not avro")
    for number in range(10):
        world.send(_create(f"after-{number}"))
    world.run_for(10_000)
    assert sum(isinstance(event, ExecutionCompleted) for event in _events(world)) == 10
    reader = MemoryLog(world.broker, "reader").consumer(None)
    reader.assign({TopicPartition(world.topics.quarantine, 0): BEGINNING})
    kept = [world.codec.decode(record.value or b"", QuarantinedRecord) for record in reader.poll(10, 0.0)]
    assert [(record.value, record.partition, record.offset) for record in kept] == [
        (b"\x00\x00\x00\x00\x07 not avro", 0, 0)
    ]


def test_answers_a_command_that_can_be_read_but_not_be_meant(world: World) -> None:
    _write(
        world,
        0,
        "",
        b'{"type": "CreateJob", "command_id": "c2", "definition": {"name": "odd", "handler": "steady", "when": "sometimes"}}',
    )
    world.run_for(2_000)
    answers = [event for event in _events(world) if isinstance(event, CommandRejected)]
    assert [(answer.cause_id, answer.code, answer.field) for answer in answers] == [
        ("c2", "invalid", "definition.when")
    ]
