"""Whatever members do, at most one of them can prove that it owns a partition."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.log.topic import Topic

steps = st.lists(
    st.tuples(
        st.sampled_from(["poll", "poll", "poll", "close", "silence", "hear", "wait"]), st.integers(0, 2)
    ),
    max_size=80,
)


class Process:
    """A member that believes what it was told last, as a zombie does."""

    def __init__(self, broker: MemoryBroker, client_id: str) -> None:
        self.client_id = client_id
        self.believes: set[TopicPartition] = set()
        self._log = MemoryLog(broker, client_id)
        self._producer = self._log.transactional_producer(client_id)
        self._producer.init()
        self.start()

    def start(self) -> None:
        self.consumer = self._log.consumer("group")
        self.consumer.subscribe(["topic"], self)

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self.believes = set(partitions)

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self.believes = set()

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.believes = set()

    def can_commit(self) -> bool:
        self._producer.begin()
        try:
            self._producer.send_offsets(dict.fromkeys(self.believes, 1), self.consumer.group_metadata())
        except errors.FencedError:
            return False
        finally:
            self._producer.abort()
        return True


def act(broker: MemoryBroker, clock: ManualClock, process: Process, what: str) -> None:
    if what == "poll":
        process.consumer.poll(1, 0)
    elif what == "close":
        process.consumer.close()
        process.start()
    elif what == "silence":
        broker.drop_heartbeats(process.client_id)
    elif what == "hear":
        broker.restore_heartbeats(process.client_id)
    else:
        clock.advance(2_500)


@settings(max_examples=200, deadline=None)
@given(steps=steps)
def test_a_partition_never_has_two_owners_that_can_commit(steps: list[tuple[str, int]]) -> None:
    clock = ManualClock()
    broker = MemoryBroker(clock, max_poll_interval_ms=20_000)
    MemoryLog(broker, "test").admin().create_topics([Topic("topic", 4, 1, {})])
    processes = [Process(broker, f"process-{n}") for n in range(3)]

    for what, who in steps:
        act(broker, clock, processes[who], what)
        owned = [p for process in processes if process.can_commit() for p in process.believes]
        assert len(owned) == len(set(owned))


@settings(max_examples=100, deadline=None)
@given(steps=steps)
def test_members_that_poll_come_to_own_everything(steps: list[tuple[str, int]]) -> None:
    clock = ManualClock()
    broker = MemoryBroker(clock)
    MemoryLog(broker, "test").admin().create_topics([Topic("topic", 4, 1, {})])
    processes = [Process(broker, f"process-{n}") for n in range(3)]
    for what, who in steps:
        act(broker, clock, processes[who], what)

    for process in processes:
        broker.restore_heartbeats(process.client_id)
    for _ in range(4):
        for process in processes:
            process.consumer.poll(1, 0)

    owned = sorted(p.partition for process in processes for p in process.believes)
    assert owned == [0, 1, 2, 3]
