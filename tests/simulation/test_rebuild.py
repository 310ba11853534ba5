"""The state made anew from the journal is the one that was lost, and a cluster goes on with it."""

import pytest
from tests.simulation import checks
from tests.simulation.load import Load
from tests.simulation.world import World

from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory import MemoryLog
from tickwheel.scheduler import state_records
from tickwheel.scheduler.journal import rebuild as rebuilding
from tickwheel.scheduler.journal.rebuild import RebuildError, Rebuilt, rebuild
from tickwheel.scheduler.journal.verification import verify
from tickwheel.scheduler.state_records import UnreadableStateError

SESSION_MS = 60_000


@pytest.fixture
def world() -> World:
    """A cluster in the middle of its work."""
    made = World(7, Codec())
    load = Load(made)
    for _ in range(150):
        load.act(chance=0.3)
        made.turn()
    return made


def stop_schedulers(world: World) -> None:
    for scheduler in world.schedulers:
        scheduler.kill()
    world.clock.advance(SESSION_MS)


def rebuilt(world: World) -> list[Rebuilt]:
    source = MemoryLog(world.broker, "rebuild")
    return list(rebuild(source, world.topics, world.codec, world.kafka.partitions))


def faults(world: World) -> list[str]:
    found = verify(MemoryLog(world.broker, "checker"), world.topics, world.codec, world.kafka.partitions)
    return [fault for partition in found for fault in partition.faults]


def damage(world: World) -> int:
    """Lose a third of the records, and spoil the others in two ways; returns how many there were."""
    producer = MemoryLog(world.broker, "vandal").producer()
    keys = {(record.partition, record.key) for record in world.read(world.topics.state) if record.value}
    damaged = sorted((number, key) for number, key in keys if key and key != state_records.OWNER_KEY)
    for place, (number, key) in enumerate(damaged):
        producer.produce(world.topics.state, number, key, (None, b"\x63garbage", b"\x01garbage")[place % 3])
    producer.close()
    return len(damaged)


def test_a_lost_state_is_made_anew_and_the_cluster_goes_on(world: World) -> None:
    stop_schedulers(world)
    assert damage(world) > 10
    assert sum(each.written for each in rebuilt(world)) > 10
    assert faults(world) == []
    world.heal()
    world.run_for(150_000, longest_ms=2_000)
    assert checks.faults(world) == []


def test_a_scheduler_refuses_a_spoilt_state_and_names_the_remedy(world: World) -> None:
    stop_schedulers(world)
    damage(world)
    world.heal()
    with pytest.raises(UnreadableStateError, match="run `tickwheel log rebuild-state`"):
        world.run_for(60_000)


def test_a_sound_state_is_left_as_it_is(world: World) -> None:
    stop_schedulers(world)
    assert [(each.written, each.removed) for each in rebuilt(world)] == [(0, 0)] * 3


def test_is_refused_while_a_scheduler_runs(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "POLLS", 20)
    with pytest.raises(RebuildError, match="a scheduler is running: stop every scheduler"):
        rebuilt(world)


def test_leaves_a_damaged_journal_alone(world: World) -> None:
    stop_schedulers(world)
    [first, *_] = world.read(world.topics.events)
    producer = MemoryLog(world.broker, "vandal").producer()
    producer.produce(first.topic, first.partition, first.key, first.value)
    with pytest.raises(RebuildError, match="the journal itself is damaged"):
        rebuilt(world)
