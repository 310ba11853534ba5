"""The error rules of a transactional batch, with each fault injected."""

import pytest

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.batch import BatchAborted, BatchUnknown, BatchWriter, OwnershipLost
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.memory.consumer import MemoryConsumer
from tickwheel.runtime.log.memory.faults import Call
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.rewind import rewind
from tickwheel.runtime.log.topic import Topic

INPUT, OUTPUT = TopicPartition("input", 0), TopicPartition("output", 0)


class Silence:
    def on_assigned(self, partitions: object) -> None: ...

    def on_revoked(self, partitions: object) -> None: ...

    def on_lost(self, partitions: object) -> None: ...


class World:
    """A process that reads `input` and writes `output`, batch by batch."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.broker = MemoryBroker(self.clock)
        self.faults = self.broker.faults
        self.log = MemoryLog(self.broker, "owner")
        self.log.admin().create_topics([Topic(t, 1, 1, {}) for t in ("input", "output")])
        for n in range(3):
            self.log.producer().produce("input", 0, b"k", b"%d" % n)
        self.consumer = self.member("owner")
        self.writer = BatchWriter(self.log, "writer", self.consumer)
        self.writer.open()

    def member(self, client_id: str) -> MemoryConsumer:
        consumer = MemoryLog(self.broker, client_id).consumer("group")
        consumer.subscribe(["input"], Silence())
        consumer.poll(0, 0)
        return consumer

    def batch(self, value: bytes, next_offset: int = 1) -> None:
        self.writer.begin()
        self.writer.produce("output", 0, b"k", value)
        self.writer.commit({INPUT: next_offset})

    def output(self) -> list[bytes | None]:
        reader = self.log.consumer(None)
        reader.assign({OUTPUT: BEGINNING})
        return [record.value for record in reader.poll(100, 0)]

    def committed(self) -> int | None:
        return self.consumer.committed([INPUT])[INPUT]


@pytest.fixture
def world() -> World:
    return World()


def test_records_and_offsets_commit_together(world: World) -> None:
    world.batch(b"done", next_offset=2)

    assert world.output() == [b"done"]
    assert world.committed() == 2


@pytest.mark.parametrize("call", ["produce", "send_offsets", "commit"])
def test_an_abortable_fault_leaves_nothing_and_the_writer_usable(world: World, call: Call) -> None:
    world.faults.fail("writer", call, errors.AbortableError("injected"))

    with pytest.raises(BatchAborted, match="injected"):
        world.batch(b"aborted")
    assert world.output() == []
    assert world.committed() is None

    world.batch(b"again")
    assert world.output() == [b"again"]


def test_a_record_that_could_not_be_queued_aborts_the_batch(world: World) -> None:
    world.faults.fail("writer", "produce", errors.RetriableError("injected"))

    with pytest.raises(BatchAborted):
        world.batch(b"aborted")

    assert world.writer.is_open


@pytest.mark.parametrize("call", ["begin", "produce", "send_offsets", "commit"])
@pytest.mark.parametrize("kind", [errors.IndefiniteError, errors.FatalError])
def test_an_indefinite_or_fatal_fault_gives_the_producer_up(
    world: World, call: Call, kind: type[errors.LogError]
) -> None:
    world.faults.fail("writer", call, kind("injected"))

    with pytest.raises(BatchUnknown, match="injected"):
        world.batch(b"doubtful")

    assert not world.writer.is_open


@pytest.mark.parametrize("call", ["send_offsets", "commit"])
def test_a_broker_that_does_not_answer_costs_the_producer(world: World, call: Call) -> None:
    world.faults.fail("writer", call, errors.RetriableError("injected"))

    with pytest.raises(BatchUnknown):
        world.batch(b"doubtful")

    assert not world.writer.is_open


@pytest.mark.parametrize(
    ("applied_after_ms", "output"), [(0, [b"doubtful"]), (5_000, [b"doubtful"]), (None, [])]
)
def test_opening_again_settles_a_commit_in_doubt(
    world: World, applied_after_ms: float | None, output: list[bytes]
) -> None:
    world.faults.lose_commit_reply("writer", applied_after_ms=applied_after_ms)
    with pytest.raises(BatchUnknown):
        world.batch(b"doubtful")

    world.writer.open()

    assert world.output() == output
    assert world.committed() == (1 if output else None)
    world.clock.advance(60_000)
    assert world.output() == output


def test_a_failed_abort_gives_the_producer_up(world: World) -> None:
    world.faults.fail("writer", "produce", errors.AbortableError("first"))
    world.faults.fail("writer", "abort", errors.IndefiniteError("second"))

    with pytest.raises(BatchUnknown, match="second"):
        world.batch(b"doubtful")

    assert not world.writer.is_open


def test_a_newer_producer_of_the_same_id_means_ownership_is_lost(world: World) -> None:
    BatchWriter(world.log, "writer", world.consumer).open()

    with pytest.raises(OwnershipLost):
        world.batch(b"stale")

    assert not world.writer.is_open
    assert world.output() == []


def test_a_zombie_loses_ownership_and_holds_nobody_back(world: World) -> None:
    heir = world.member("heir")
    world.broker.drop_heartbeats("owner")
    world.clock.advance(6_001)
    heir.poll(0, 0)
    assert heir.assignment() == [INPUT]

    with pytest.raises(OwnershipLost):
        world.batch(b"stale")

    world.log.producer().produce("output", 0, b"k", b"heir's")
    assert world.output() == [b"heir's"]


def test_a_transaction_that_took_too_long_is_lost(world: World) -> None:
    world.writer.begin()
    world.writer.produce("output", 0, b"k", b"late")
    world.clock.advance(10_001)

    with pytest.raises(OwnershipLost):
        world.writer.commit({INPUT: 1})

    assert world.output() == []


def test_a_batch_without_offsets_is_refused(world: World) -> None:
    world.writer.begin()

    with pytest.raises(ValueError, match="cannot be fenced"):
        world.writer.commit({})


def test_a_closed_writer_says_how_to_go_on(world: World) -> None:
    world.writer.close()

    with pytest.raises(BatchUnknown, match=r"open\(\) it"):
        world.writer.begin()


def test_a_failed_open_may_be_tried_again(world: World) -> None:
    world.faults.fail("writer", "init", errors.RetriableError("broker is away"))

    with pytest.raises(errors.RetriableError):
        world.writer.open()
    assert not world.writer.is_open

    world.writer.open()
    world.batch(b"done")


def test_rewinding_reads_the_input_of_an_aborted_batch_again(world: World) -> None:
    world.batch(b"first", next_offset=1)
    world.consumer.poll(100, 0)
    world.faults.fail("writer", "commit", errors.AbortableError("injected"))
    with pytest.raises(BatchAborted):
        world.batch(b"second", next_offset=3)

    rewind(world.consumer)

    assert [record.value for record in world.consumer.poll(100, 0)] == [b"1", b"2"]


def test_rewinding_without_committed_offsets_goes_to_the_beginning(world: World) -> None:
    world.consumer.poll(100, 0)

    rewind(world.consumer)

    assert len(world.consumer.poll(100, 0)) == 3
