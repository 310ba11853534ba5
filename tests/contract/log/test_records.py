"""Records come out as they went in, in order, with their offsets."""

from tests.contract.log.harness import Harness

from tickwheel.runtime.log.errors import LogError
from tickwheel.runtime.log.records import BEGINNING, Record, TopicPartition


def test_a_partition_keeps_the_order_of_writing(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    values = [b"%d" % n for n in range(500)]
    harness.write(topic, *values, partition=1)

    records = harness.read(harness.reader(TopicPartition(topic, 1), start=BEGINNING), 500)

    assert [r.value for r in records] == values
    assert [r.offset for r in records] == list(range(500))


def test_a_record_comes_out_as_it_went_in(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.closing(harness.log.producer())
    headers = [("trace", b"\x00\x01"), ("trace", b""), ("name", b"x")]

    producer.produce(topic, 0, b"key", b"\x00value\xff", headers=headers, timestamp_ms=1_699_999_999_123)
    producer.flush(10)

    assert harness.read(harness.reader(TopicPartition(topic, 0), start=BEGINNING), 1) == [
        Record(topic, 0, 0, 1_699_999_999_123, b"key", b"\x00value\xff", tuple(headers))
    ]


def test_tombstones_and_records_without_key_are_records(harness: Harness) -> None:
    topic = harness.topic()
    producer = harness.closing(harness.log.producer())
    producer.produce(topic, 0, b"key", None)
    producer.produce(topic, 0, None, b"value")
    producer.produce(topic, 0, b"", b"")
    producer.flush(10)

    records = harness.read(harness.reader(TopicPartition(topic, 0), start=BEGINNING), 3)

    assert [(r.key, r.value, r.headers) for r in records] == [
        (b"key", None, ()),
        (None, b"value", ()),
        (b"", b"", ()),
    ]


def test_a_record_without_time_gets_the_clock_of_its_writing(harness: Harness) -> None:
    topic = harness.topic()
    before = harness.clock.now_ms()
    harness.write(topic, b"now")

    [record] = harness.read(harness.reader(TopicPartition(topic, 0), start=BEGINNING), 1)

    assert before <= record.timestamp_ms <= harness.clock.now_ms()


def test_the_writer_is_told_where_a_record_is(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    told: list[tuple[LogError | None, TopicPartition, int]] = []
    producer = harness.closing(harness.log.producer())
    for _ in range(2):
        producer.produce(topic, 1, b"k", b"v", on_delivery=lambda *report: told.append(report))

    assert producer.flush(10) == 0

    assert told == [(None, TopicPartition(topic, 1), 0), (None, TopicPartition(topic, 1), 1)]


def test_who_asks_only_for_failures_hears_nothing_of_what_got_in(harness: Harness) -> None:
    topic = harness.topic()
    told: list[LogError] = []
    producer = harness.closing(harness.log.producer(linger_ms=5))
    producer.produce(topic, 0, b"k", b"v", on_failure=told.append)

    assert producer.flush(10) == 0

    assert told == []


def test_a_poll_gives_no_more_than_it_was_asked_for(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, *[b"v"] * 50)
    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING)

    sizes: list[int] = []
    while sum(sizes) < 50:
        sizes.append(len(reader.poll(7, 0.05)))

    assert max(sizes) <= 7
    assert sum(sizes) == 50


def test_readers_without_group_do_not_share(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, b"a", b"b")
    partition = TopicPartition(topic, 0)

    first = harness.read(harness.reader(partition, start=BEGINNING), 2)
    second = harness.read(harness.reader(partition, start=BEGINNING), 2)

    assert first == second
