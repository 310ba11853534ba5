"""A transaction's records and offsets are seen together, or not at all."""

import pytest
from tests.contract.log.harness import Harness

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.records import BEGINNING, TopicPartition


def test_records_of_a_transaction_are_seen_when_it_commits(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    one, two = TopicPartition(topic, 0), TopicPartition(topic, 1)
    reader = harness.reader(one, two, start=BEGINNING)
    producer = harness.transactional()

    producer.begin()
    producer.produce(topic, 0, b"k", b"one")
    producer.produce(topic, 1, b"k", b"two")
    harness.await_end(one, 1, "read_uncommitted")
    assert harness.nothing_comes(reader)
    producer.commit()

    assert {r.value for r in harness.read(reader, 2)} == {b"one", b"two"}


def test_records_of_an_aborted_transaction_are_never_seen(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"aborted")
    harness.await_end(TopicPartition(topic, 0), 1, "read_uncommitted")
    producer.abort()
    producer.begin()
    producer.produce(topic, 0, b"k", b"committed")
    producer.commit()

    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING)

    assert [r.value for r in harness.read(reader, 1)] == [b"committed"]
    assert harness.nothing_comes(reader)


def test_read_uncommitted_sees_what_is_open_and_what_was_aborted(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"aborted")
    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING, isolation="read_uncommitted")

    assert [r.value for r in harness.read(reader, 1)] == [b"aborted"]
    producer.abort()

    reader.seek(TopicPartition(topic, 0), BEGINNING)
    assert [r.value for r in harness.read(reader, 1)] == [b"aborted"]


def test_an_open_transaction_holds_back_what_others_wrote_after_it(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    harness.write(topic, b"before")
    producer.begin()
    producer.produce(topic, 0, b"k", b"open")
    harness.await_end(TopicPartition(topic, 0), 2, "read_uncommitted")
    harness.write(topic, b"after")
    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING)

    assert [r.value for r in harness.read(reader, 1)] == [b"before"]
    assert harness.nothing_comes(reader)
    producer.commit()

    assert [r.value for r in harness.read(reader, 2)] == [b"open", b"after"]


def test_the_end_is_the_last_stable_offset_for_read_committed_only(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    producer = harness.transactional()
    harness.write(topic, b"before")
    producer.begin()
    producer.produce(topic, 0, b"k", b"open")
    harness.await_end(partition, 2, "read_uncommitted")
    committed = harness.reader(partition, start=BEGINNING)
    uncommitted = harness.reader(partition, start=BEGINNING, isolation="read_uncommitted")

    assert committed.watermarks(partition) == (0, 1)
    assert uncommitted.watermarks(partition) == (0, 2)
    producer.commit()
    harness.await_end(partition, 3)

    assert committed.watermarks(partition) == uncommitted.watermarks(partition) == (0, 3)


def test_offsets_are_committed_with_the_transaction(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    consumer, ownership = harness.member("group", topic)
    harness.until(lambda: consumer.poll(1, 0.05) or ownership.owned, "the partition is assigned")
    producer = harness.transactional()

    producer.begin()
    producer.send_offsets({partition: 5}, consumer.group_metadata())
    producer.abort()
    assert consumer.committed([partition]) == {partition: None}
    producer.begin()
    producer.send_offsets({partition: 7}, consumer.group_metadata())
    producer.commit()

    assert consumer.committed([partition]) == {partition: 7}


def test_the_next_owner_waits_for_offsets_that_an_open_transaction_may_yet_commit(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1")
    first, _ = harness.member("group", topic)
    harness.read(first, 2)
    producer = harness.transactional()
    producer.begin()
    producer.send_offsets({partition: 1}, first.group_metadata())
    first.close()
    second, ownership = harness.member("group", topic)
    harness.until(lambda: second.poll(1, 0.05) or ownership.owned, "the second owns the partition")

    assert harness.nothing_comes(second)
    producer.commit()

    assert [r.value for r in harness.read(second, 1)] == [b"1"]


def test_one_producer_commits_one_transaction_after_another(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    for n in range(5):
        producer.begin()
        producer.produce(topic, 0, b"k", b"%d" % n)
        producer.commit()

    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING)

    assert [r.value for r in harness.read(reader, 5)] == [b"0", b"1", b"2", b"3", b"4"]


def test_an_empty_transaction_commits_and_aborts(harness: Harness) -> None:
    producer = harness.transactional()

    producer.begin()
    producer.commit()
    producer.begin()
    producer.abort()
    producer.begin()


def test_records_keep_key_headers_and_time_in_a_transaction(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"key", None, headers=[("h", b"1")], timestamp_ms=1_699_999_999_123)
    producer.commit()

    [record] = harness.read(harness.reader(TopicPartition(topic, 0), start=BEGINNING), 1)

    assert (record.key, record.value, record.headers) == (b"key", None, (("h", b"1"),))
    assert record.timestamp_ms == 1_699_999_999_123


def test_a_closed_producer_refuses_everything(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.transactional()
    producer.begin()
    producer.close()

    with pytest.raises(errors.FatalError, match="closed"):
        producer.produce(topic, 0, b"k", b"v")
    with pytest.raises(errors.FatalError, match="closed"):
        producer.commit()
