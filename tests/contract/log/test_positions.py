"""Where a reader starts, stands and goes."""

import pytest
from tests.contract.log.harness import Harness

from tickwheel.runtime.log.records import BEGINNING, END, TopicPartition


def test_a_reader_at_the_end_gets_only_what_is_written_after_it_was_assigned(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, b"old")

    reader = harness.reader(TopicPartition(topic, 0), start=END)
    harness.write(topic, b"new")

    assert [r.value for r in harness.read(reader, 1)] == [b"new"]


def test_a_reader_starts_at_the_offset_it_names(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, b"0", b"1", b"2", b"3")

    reader = harness.reader(TopicPartition(topic, 0), start=2)

    assert [r.offset for r in harness.read(reader, 2)] == [2, 3]


def test_seek_goes_back_and_forth(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1", b"2", b"3")
    reader = harness.reader(partition, start=BEGINNING)
    harness.read(reader, 4)

    reader.seek(partition, 1)
    back = harness.read(reader, 3)
    reader.seek(partition, 3)
    forth = harness.read(reader, 1)
    reader.seek(partition, BEGINNING)
    begin = harness.read(reader, 4)

    assert [[r.offset for r in records] for records in (back, forth, begin)] == [[1, 2, 3], [3], [0, 1, 2, 3]]


def test_seek_works_before_the_first_poll_and_leaves_other_partitions_alone(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    harness.write(topic, b"0", b"1", b"2", partition=0)
    harness.write(topic, b"0", b"1", b"2", partition=1)
    reader = harness.reader(first, second, start=1)

    reader.seek(first, 2)

    assert {(r.partition, r.offset) for r in harness.read(reader, 3)} == {(0, 2), (1, 1), (1, 2)}


def test_a_paused_partition_gives_nothing_until_it_is_resumed(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    quiet, loud = TopicPartition(topic, 0), TopicPartition(topic, 1)
    reader = harness.reader(quiet, loud, start=BEGINNING)
    reader.pause([quiet])
    harness.write(topic, b"quiet", partition=0)
    harness.write(topic, b"loud", partition=1)

    assert [r.value for r in harness.read(reader, 1)] == [b"loud"]
    assert harness.nothing_comes(reader)
    reader.resume([quiet])
    assert [r.value for r in harness.read(reader, 1)] == [b"quiet"]


def test_the_position_is_the_next_offset(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1", b"2")
    reader = harness.reader(partition, start=1)

    assert reader.position(partition) == 1
    harness.read(reader, 2)

    assert reader.position(partition) == 3


def test_the_position_at_the_end_is_past_the_marker_of_a_transaction(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"v")
    harness.await_end(partition, 1, "read_uncommitted")
    producer.abort()
    reader = harness.reader(partition, start=BEGINNING)

    def at_the_end() -> bool:
        assert reader.poll(100, 0.05) == []
        return reader.position(partition) == 2

    harness.until(at_the_end, "the reader has passed the aborted record and its marker")


def test_watermarks_are_the_first_and_the_next_offset(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    reader = harness.reader(partition, start=BEGINNING)

    assert reader.watermarks(partition) == (0, 0)
    harness.write(topic, b"0", b"1")

    assert reader.watermarks(partition) == (0, 2)


def test_a_reader_has_heard_of_the_end_of_what_it_reads(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1", b"2")
    reader = harness.reader(partition, start=BEGINNING)

    assert len(reader.poll(1, 10.0)) == 1
    assert reader.heard_end(partition) == 3


def test_an_offset_is_found_by_time(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    full, empty = TopicPartition(topic, 0), TopicPartition(topic, 1)
    producer = harness.closing(harness.log.producer())
    for second in range(5):
        producer.produce(topic, 0, b"k", b"v", timestamp_ms=1_700_000_000_000 + second * 1_000)
    producer.flush(10)
    reader = harness.reader(full, empty, start=BEGINNING)

    assert reader.offsets_for_time([full, empty], 1_700_000_002_500) == {full: 3, empty: END}
    assert reader.offsets_for_time([full], 1_700_000_002_000) == {full: 2}
    assert reader.offsets_for_time([full], 0) == {full: 0}
    assert reader.offsets_for_time([full], 1_700_000_009_000) == {full: END}


def test_a_reader_without_group_refuses_what_only_a_member_can_do(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    reader = harness.reader(partition, start=BEGINNING)

    with pytest.raises(RuntimeError, match="without a group cannot commit offsets"):
        reader.commit({partition: 1})
    with pytest.raises(RuntimeError, match="without a group cannot prove membership"):
        reader.group_metadata()
