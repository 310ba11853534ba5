"""The faults that the simulation injects do what they are named after."""

from collections.abc import Sequence

import pytest

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.memory.consumer import MemoryConsumer
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.topic import Topic

PARTITION = TopicPartition("topic", 0)


class Told:
    def __init__(self) -> None:
        self.words: list[str] = []

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("assigned")

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("revoked")

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.words.append("lost")


class World:
    def __init__(self) -> None:
        self.clock = ManualClock()
        self.broker = MemoryBroker(self.clock)
        self.log = MemoryLog(self.broker, "test")
        self.log.admin().create_topics([Topic("topic", 1, 1, {})])
        self.reader = self.log.consumer(None)
        self.reader.assign({PARTITION: BEGINNING})

    def member(self, client_id: str) -> tuple[MemoryConsumer, Told]:
        consumer, told = MemoryLog(self.broker, client_id).consumer("group"), Told()
        consumer.subscribe(["topic"], told)
        consumer.poll(1, 0)
        return consumer, told

    def seen(self) -> list[bytes | None]:
        return [r.value for r in self.reader.poll(100, 0)]


@pytest.fixture
def world() -> World:
    return World()


def test_a_client_without_heartbeats_loses_its_partitions_after_a_session(world: World) -> None:
    silent, told = world.member("silent")
    heir, _ = world.member("heir")
    world.broker.drop_heartbeats("silent")

    world.clock.advance(5_999)
    heir.poll(1, 0)
    assert heir.assignment() == []
    world.clock.advance(1)
    heir.poll(1, 0)
    assert heir.assignment() == [PARTITION]

    world.broker.restore_heartbeats("silent")
    silent.poll(1, 0)
    assert told.words == ["assigned", "lost"]
    assert silent.assignment() == []


def test_a_short_silence_costs_nothing(world: World) -> None:
    silent, told = world.member("silent")
    world.broker.drop_heartbeats("silent")
    world.clock.advance(5_000)
    world.broker.restore_heartbeats("silent")
    world.clock.advance(5_000)
    silent.poll(1, 0)

    assert told.words == ["assigned"]


def test_a_member_that_does_not_poll_holds_a_rebalance_up_until_it_is_thrown_out(world: World) -> None:
    _, _ = world.member("hung")
    heir, _ = world.member("heir")
    world.clock.advance(59_000)
    heir.poll(1, 0)
    assert heir.assignment() == []

    world.clock.advance(1_000)
    heir.poll(1, 0)

    assert heir.assignment() == [PARTITION]


@pytest.mark.parametrize(("after_ms", "seen"), [(0, [b"v"]), (3_000, []), (None, [])])
def test_a_lost_commit_reply_leaves_the_client_in_doubt(
    world: World, after_ms: float | None, seen: list[bytes]
) -> None:
    world.broker.faults.lose_commit_reply("writer", applied_after_ms=after_ms)
    producer = world.log.transactional_producer("writer")
    producer.init()
    producer.begin()
    producer.produce("topic", 0, b"k", b"v")

    with pytest.raises(errors.IndefiniteError):
        producer.commit()

    assert world.seen() == seen


def test_a_commit_may_be_applied_long_after_its_client_gave_up(world: World) -> None:
    world.broker.faults.lose_commit_reply("writer", applied_after_ms=3_000)
    producer = world.log.transactional_producer("writer")
    producer.init()
    producer.begin()
    producer.produce("topic", 0, b"k", b"v")
    with pytest.raises(errors.IndefiniteError):
        producer.commit()

    world.clock.advance(3_000)

    assert world.seen() == [b"v"]


@pytest.mark.parametrize("written", [True, False])
def test_a_lost_delivery_report_leaves_the_writer_in_doubt(world: World, written: bool) -> None:
    reports: list[errors.LogError | None] = []
    world.broker.faults.lose_delivery_report("test", written=written)
    producer = world.log.producer()

    producer.produce("topic", 0, b"k", b"v", on_delivery=lambda error, *_: reports.append(error))
    producer.flush(1)

    assert [type(r) for r in reports] == [errors.IndefiniteError]
    assert world.seen() == ([b"v"] if written else [])


def test_hidden_records_are_seen_when_they_are_shown(world: World) -> None:
    producer = world.log.producer()
    producer.produce("topic", 0, b"k", b"early")
    world.broker.hide_new_records(PARTITION)
    producer.produce("topic", 0, b"k", b"late")

    assert world.seen() == [b"early"]
    world.broker.show_records(PARTITION)
    assert world.seen() == [b"late"]


def test_the_idle_hook_lets_time_pass_while_a_poll_waits() -> None:
    clock = ManualClock()
    broker = MemoryBroker(clock, on_idle=lambda timeout_s: clock.advance(timeout_s * 1_000))
    log = MemoryLog(broker, "test")
    log.admin().create_topics([Topic("topic", 1, 1, {})])
    reader = log.consumer(None)
    reader.assign({PARTITION: BEGINNING})

    reader.poll(1, 0.25)

    assert clock.monotonic() == pytest.approx(0.25)
