"""Whatever producers do in whatever order, a reader sees committed records, each once, in order, and no others."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.log import errors
from tickwheel.runtime.log.memory import MemoryBroker, MemoryLog
from tickwheel.runtime.log.memory.transactional_producer import MemoryTransactionalProducer
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition
from tickwheel.runtime.log.topic import Topic

PARTITIONS = [TopicPartition("topic", n) for n in range(2)]
steps = st.lists(
    st.tuples(
        st.sampled_from(["produce", "produce", "plain", "commit", "abort", "init", "lose", "wait"]),
        st.integers(0, 2),
        st.integers(0, 1),
    ),
    max_size=60,
)


class Model:
    """Three transactional ids and one plain producer; `expected` is what must be readable in the end."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.broker = MemoryBroker(self.clock)
        self.log = MemoryLog(self.broker, "test")
        self.log.admin().create_topics([Topic("topic", 2, 1, {})])
        self.producers: list[MemoryTransactionalProducer] = [self.fresh(n) for n in range(3)]
        self.open: list[list[bytes]] = [[], [], []]
        self.expected: set[bytes] = set()
        self.written = 0

    def fresh(self, number: int) -> MemoryTransactionalProducer:
        producer = self.log.transactional_producer(f"id-{number}")
        producer.init()
        producer.begin()
        return producer

    def step(self, what: str, who: int, partition: int) -> None:
        try:
            getattr(self, what)(who, partition)
        except errors.FencedError:
            self.init(who, partition)

    def produce(self, who: int, partition: int) -> None:
        value = self.value()
        self.producers[who].produce("topic", partition, b"k", value)
        self.open[who].append(value)

    def plain(self, who: int, partition: int) -> None:
        value = self.value()
        self.log.producer().produce("topic", partition, b"k", value)
        self.expected.add(value)

    def commit(self, who: int, partition: int) -> None:
        try:
            self.producers[who].commit()
        except errors.IndefiniteError:
            self.expected.update(self.open[who])
            self.init(who, partition)
            return
        self.expected.update(self.open[who])
        self.open[who] = []
        self.producers[who].begin()

    def lose(self, who: int, partition: int) -> None:
        # A producer that was fenced meanwhile does not get as far as losing a reply: then its successor will.
        self.broker.faults.lose_commit_reply(f"id-{who}", applied_after_ms=500)
        self.commit(who, partition)

    def abort(self, who: int, partition: int) -> None:
        self.producers[who].abort()
        self.open[who] = []
        self.producers[who].begin()

    def init(self, who: int, partition: int) -> None:
        self.producers[who] = self.fresh(who)
        self.open[who] = []

    def wait(self, who: int, partition: int) -> None:
        self.clock.advance(4_000)

    def value(self) -> bytes:
        self.written += 1
        return b"%d" % self.written

    def read(self, max_records: int) -> list[Record]:
        reader = self.log.consumer(None)
        reader.assign(dict.fromkeys(PARTITIONS, BEGINNING))
        records: list[Record] = []
        while any(reader.position(p) != reader.watermarks(p)[1] for p in PARTITIONS):
            records += reader.poll(max_records, 0)
        return records


@settings(max_examples=150, deadline=None)
@given(steps=steps, max_records=st.integers(1, 7))
def test_a_reader_sees_what_was_committed_and_nothing_else(
    steps: list[tuple[str, int, int]], max_records: int
) -> None:
    model = Model()
    for step in steps:
        model.step(*step)
    for who in range(3):
        model.init(who, 0)

    records = model.read(max_records)

    assert sorted(r.value or b"" for r in records) == sorted(model.expected)
    for partition in range(2):
        offsets = [r.offset for r in records if r.partition == partition]
        assert offsets == sorted(offsets)


@settings(max_examples=150, deadline=None)
@given(steps=steps)
@example(steps=[("produce", 0, 0), *[("wait", 0, 0)] * 3, ("lose", 0, 0), ("commit", 0, 0)])
def test_what_is_stable_stays_as_it_is(steps: list[tuple[str, int, int]]) -> None:
    model = Model()
    before: list[Record] = []
    for step in steps:
        model.step(*step)
        after = model.read(100)
        for partition in range(2):
            seen = [r for r in before if r.partition == partition]
            assert [r for r in after if r.partition == partition][: len(seen)] == seen
        before = after
