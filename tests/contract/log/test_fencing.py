"""Whoever has been replaced can write and commit nothing more."""

import pytest
from tests.contract.log.harness import Harness

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.records import BEGINNING, TopicPartition


def test_a_newer_producer_of_the_same_id_fences_the_older(harness: Harness) -> None:
    topic = harness.topic()
    older = harness.transactional()
    older.begin()
    older.produce(topic, 0, b"k", b"stale")
    harness.await_end(TopicPartition(topic, 0), 1, "read_uncommitted")

    harness.transactional()

    with pytest.raises(errors.FencedError):
        older.commit()
    with pytest.raises(errors.FencedError):
        older.begin()


def test_a_newer_producer_aborts_what_the_older_left_open(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    older = harness.transactional()
    older.begin()
    older.produce(topic, 0, b"k", b"stale")
    harness.await_end(partition, 1, "read_uncommitted")
    older.close()

    newer = harness.transactional()
    newer.begin()
    newer.produce(topic, 0, b"k", b"fresh")
    newer.commit()

    reader = harness.reader(partition, start=BEGINNING)
    assert [r.value for r in harness.read(reader, 1)] == [b"fresh"]


def test_a_fenced_producer_may_be_noticed_at_its_next_transaction(harness: Harness) -> None:
    topic = harness.topic()
    older = harness.transactional()
    harness.transactional()

    def whole_transaction() -> None:
        older.begin()
        older.produce(topic, 0, b"k", b"stale")
        older.commit()

    with pytest.raises(errors.FencedError):
        whole_transaction()


def test_producers_of_different_ids_do_not_fence_each_other(harness: Harness) -> None:
    topic = harness.topic()
    one, two = harness.transactional("one"), harness.transactional("two")
    for producer in (one, two, one):
        producer.begin()
        producer.produce(topic, 0, b"k", producer.transactional_id.encode())
        producer.commit()

    reader = harness.reader(TopicPartition(topic, 0), start=BEGINNING)

    ids = [harness.name(n).encode() for n in ("one", "two", "one")]
    assert [r.value for r in harness.read(reader, 3)] == ids


def test_a_transaction_that_timed_out_is_aborted_and_its_producer_fenced(hasty_harness: Harness) -> None:
    harness = hasty_harness
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"late")
    harness.await_end(partition, 1, "read_uncommitted")
    reader = harness.reader(partition, start=BEGINNING)

    harness.await_end(partition, 2)

    assert harness.nothing_comes(reader)
    with pytest.raises(errors.FencedError):
        producer.commit()


def test_offsets_of_an_older_generation_are_refused(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    first, owned_by_first = harness.member("group", topic)
    harness.until(lambda: first.poll(1, 0.05) or len(owned_by_first.owned) == 2, "the first owns both")
    stale = first.group_metadata()
    second, owned_by_second = harness.member("group", topic)
    harness.until(
        lambda: (
            first.poll(1, 0.05) or second.poll(1, 0.05) or (owned_by_first.owned and owned_by_second.owned)
        ),
        "both own one",
    )
    producer = harness.transactional()
    producer.begin()
    producer.produce(topic, 0, b"k", b"v")

    with pytest.raises(errors.FencedError):
        producer.send_offsets({TopicPartition(topic, 0): 1}, stale)
    producer.abort()

    assert first.committed([TopicPartition(topic, 0)]) == {TopicPartition(topic, 0): None}


def test_after_such_a_refusal_the_producer_itself_is_still_good(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    left, _ = harness.member("group", topic)
    harness.until(lambda: left.poll(1, 0.05) or left.assignment(), "the partition is assigned")
    stale = left.group_metadata()
    left.close()
    stayed, _ = harness.member("group", topic)
    harness.until(lambda: stayed.poll(1, 0.05) or stayed.assignment(), "the partition is assigned anew")
    producer = harness.transactional()
    producer.begin()
    with pytest.raises(errors.FencedError):
        producer.send_offsets({partition: 1}, stale)
    producer.abort()

    producer.begin()
    producer.send_offsets({partition: 1}, stayed.group_metadata())
    producer.commit()

    assert stayed.committed([partition]) == {partition: 1}


def test_a_member_whose_loop_hung_commits_nothing_and_is_told_that_it_owns_nothing(
    hasty_harness: Harness,
) -> None:
    harness = hasty_harness
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    hung, hung_ownership = harness.member("group", topic)
    harness.until(lambda: hung.poll(1, 0.05) or hung_ownership.owned, "the first owns the partition")
    fit, fit_ownership = harness.member("group", topic)
    harness.until(
        lambda: fit.poll(1, 0.05) or fit_ownership.owned, "the second took over from the hung first"
    )
    producer = harness.transactional()
    producer.begin()

    with pytest.raises(errors.FencedError):
        producer.send_offsets({partition: 1}, hung.group_metadata())

    harness.until(lambda: hung.poll(1, 0.05) or len(hung_ownership.told) > 1, "the hung one is told")
    # "revoked" if the broker lost patience first, so that the member itself does not know yet how late it is.
    assert hung_ownership.words()[1] in {"lost", "revoked"}
