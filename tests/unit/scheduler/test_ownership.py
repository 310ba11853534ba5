"""Partitions that come and go."""

from tickwheel.protocol.topics import Topics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.log.topic import Topic
from tickwheel.scheduler.alarms import Alarms
from tickwheel.scheduler.engine.state import ExecutionState
from tickwheel.scheduler.ownership import Ownership
from tickwheel.scheduler.partition import Partition
from tickwheel.scheduler.placement.directory import Directory
from tickwheel.scheduler.placement.need import Need
from tickwheel.scheduler.placement.ready import ReadyQueue

WAITING = ExecutionState(
    execution_id="e",
    job_id="j",
    occurrence="o",
    origin="trigger",
    status="PENDING",
    number=1,
    created_at_ms=0,
    due_ms=0,
    scheduled_ms=0,
    not_before_ms=0,
    priority=50,
)


class _World:
    def __init__(self) -> None:
        clock, topics = ManualClock(), Topics()
        log = MemoryLog(MemoryBroker(clock), "test")
        inputs = topics.scheduler_inputs()
        log.admin().create_topics(
            [Topic(name=name, partitions=1, replication=1, config={}) for name in (topics.state, *inputs)]
        )
        self.ready = ReadyQueue()
        self.all = [TopicPartition(name, 0) for name in inputs]
        consumer = log.consumer("group")
        self.ownership = Ownership(
            log,
            consumer,
            topics.state,
            inputs,
            clock,
            lambda number: Partition(number, clock.now_ms(), Alarms(), Directory(10.0), self.ready),
            "me",
        )
        consumer.subscribe(inputs, self.ownership)
        for _ in range(10):
            consumer.poll(10, 0.0)
            self.settle()

    def settle(self) -> None:
        self.ownership.settle()
        while self.ownership.is_restoring:
            self.ownership.advance()
        self.ownership.unannounced.clear()


def test_what_waited_here_is_not_counted_here_once_its_partition_has_gone_to_another() -> None:
    world = _World()
    world.ownership.owned[0].executions.put(WAITING, Need("default", "mail"))
    assert len(world.ready) == 1
    world.ownership.on_revoked(world.all)
    world.ownership.on_assigned([])
    world.settle()
    assert len(world.ready) == 0


def test_a_partition_that_comes_straight_back_is_as_it_was() -> None:
    world = _World()
    world.ownership.owned[0].executions.put(WAITING, Need("default", "mail"))
    world.ownership.on_revoked(world.all)
    world.ownership.on_assigned(world.all)
    world.settle()
    assert world.ownership.owned[0].executions.get("e") is WAITING
    assert len(world.ready) == 1
