"""The transactional batch on a real broker and in memory: what commits, what is fenced, what goes on."""

import pytest
from tests.contract.log.harness import Harness

from tickwheel.runtime.log.batch import BatchWriter, OwnershipLost
from tickwheel.runtime.log.ports import Consumer
from tickwheel.runtime.log.records import BEGINNING, TopicPartition
from tickwheel.runtime.log.rewind import rewind


def owner(harness: Harness, topic: str, transactional_id: str) -> tuple[Consumer, BatchWriter]:
    consumer, ownership = harness.member("group", topic)
    harness.until(lambda: consumer.poll(0, 0.05) or ownership.owned, "the input is assigned")
    writer = harness.closing(BatchWriter(harness.log, harness.name(transactional_id), consumer))
    writer.open()
    return consumer, writer


def test_batches_carry_input_to_output_exactly_once(harness: Harness) -> None:
    source, target = harness.topic("input"), harness.topic("output")
    harness.write(source, *[b"%d" % n for n in range(20)])
    consumer, writer = owner(harness, source, "writer")

    handled = 0
    while handled < 20:
        records = harness.until(lambda: consumer.poll(7, 0.05), "input comes")
        writer.begin()
        for record in records:
            writer.produce(target, 0, record.key, record.value)
        writer.commit({TopicPartition(source, 0): records[-1].offset + 1})
        handled += len(records)

    copies = harness.read(harness.reader(TopicPartition(target, 0), start=BEGINNING), 20)
    assert [r.value for r in copies] == [b"%d" % n for n in range(20)]
    assert consumer.committed([TopicPartition(source, 0)]) == {TopicPartition(source, 0): 20}


def test_an_aborted_batch_is_read_again_after_a_rewind(harness: Harness) -> None:
    source, target = harness.topic("input"), harness.topic("output")
    consumer, writer = owner(harness, source, "writer")
    harness.write(source, b"0", b"1", b"2")
    harness.read(consumer, 3)
    writer.begin()
    writer.produce(target, 0, b"k", b"0")
    writer.commit({TopicPartition(source, 0): 1})
    writer.begin()
    writer.produce(target, 0, b"k", b"never seen")

    writer.abort()
    rewind(consumer)

    assert [r.value for r in harness.read(consumer, 2)] == [b"1", b"2"]


def test_the_writer_of_a_member_that_was_replaced_is_stopped_and_holds_nobody_back(
    hasty_harness: Harness,
) -> None:
    harness = hasty_harness
    source, target = harness.topic("input"), harness.topic("output")
    _, hung_writer = owner(harness, source, "hung")
    _, heir_writer = owner(harness, source, "heir")
    hung_writer.begin()
    hung_writer.produce(target, 0, b"k", b"stale")

    with pytest.raises(OwnershipLost):
        hung_writer.commit({TopicPartition(source, 0): 1})

    heir_writer.begin()
    heir_writer.produce(target, 0, b"k", b"fresh")
    heir_writer.commit({TopicPartition(source, 0): 1})
    reader = harness.reader(TopicPartition(target, 0), start=BEGINNING)
    assert [r.value for r in harness.read(reader, 1)] == [b"fresh"]


def test_a_writer_that_was_fenced_writes_again_once_it_is_opened_again(harness: Harness) -> None:
    source, target = harness.topic("input"), harness.topic("output")
    _, writer = owner(harness, source, "writer")
    harness.transactional("writer")

    def batch(value: bytes) -> None:
        writer.begin()
        writer.produce(target, 0, b"k", value)
        writer.commit({TopicPartition(source, 0): 1})

    with pytest.raises(OwnershipLost):
        batch(b"stale")
    writer.open()
    batch(b"fresh")

    reader = harness.reader(TopicPartition(target, 0), start=BEGINNING)
    assert [r.value for r in harness.read(reader, 1)] == [b"fresh"]
