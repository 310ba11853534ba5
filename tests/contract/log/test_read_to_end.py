"""A restore reads what is committed, to the end, and says what holds it back."""

from tests.contract.log.harness import Harness

from tickwheel.runtime.log.read_to_end import read_to_end
from tickwheel.runtime.log.records import Record, TopicPartition


def everything(harness: Harness, *partitions: TopicPartition) -> list[Record]:
    return [record for stretch in read_to_end(harness.log, partitions) for record in stretch.records]


def test_reads_every_partition_to_its_end(harness: Harness) -> None:
    topic = harness.topic(partitions=3)
    harness.write(topic, b"a", b"b", partition=0)
    harness.write(topic, b"c", partition=2)

    records = everything(harness, *[TopicPartition(topic, n) for n in range(3)])

    assert sorted((r.partition, r.value) for r in records) == [(0, b"a"), (0, b"b"), (2, b"c")]


def test_ends_at_once_when_there_is_nothing(harness: Harness) -> None:
    topic = harness.topic(partitions=2)

    assert list(read_to_end(harness.log, [TopicPartition(topic, 0), TopicPartition(topic, 1)])) == []


def test_ends_past_the_markers_of_committed_and_aborted_transactions(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"committed")
    producer.commit()
    producer.begin()
    producer.produce(topic, 0, b"k", b"aborted")
    harness.await_end(partition, 3, "read_uncommitted")
    producer.abort()
    harness.await_end(partition, 4)

    assert [r.value for r in everything(harness, partition)] == [b"committed"]


def test_says_which_partition_an_open_transaction_holds_back_and_goes_on_when_it_is_fenced(
    harness: Harness,
) -> None:
    topic = harness.topic(partitions=2)
    free, held = TopicPartition(topic, 0), TopicPartition(topic, 1)
    harness.write(topic, b"free", partition=0)
    harness.write(topic, b"before", partition=1)
    dead = harness.transactional("dead")
    dead.begin()
    dead.produce(topic, 1, b"k", b"open")
    harness.await_end(held, 2, "read_uncommitted")
    harness.write(topic, b"after", partition=1)

    values: set[bytes | None] = set()
    held_back: set[TopicPartition] = set()
    for stretch in read_to_end(harness.log, [free, held]):
        values |= {r.value for r in stretch.records}
        if stretch.held_back:
            held_back |= stretch.held_back
            harness.transactional("dead")

    assert held_back == {held}
    assert values == {b"free", b"before", b"after"}


def test_does_not_wait_for_what_is_written_meanwhile(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, *[b"v"] * 20)

    stretches = read_to_end(harness.log, [TopicPartition(topic, 0)], max_records=5)
    first = next(s for s in stretches if s.records)
    harness.write(topic, *[b"later"] * 20)
    rest = [record for stretch in stretches for record in stretch.records]

    assert 20 <= len(first.records) + len(rest) < 40
