"""Members of a group share partitions; each partition has one owner, who goes on where the last one committed."""

import pytest
from tests.contract.log.harness import Harness

from tickwheel.runtime.log import errors
from tickwheel.runtime.log.records import TopicPartition


def test_a_lone_member_owns_every_partition(harness: Harness) -> None:
    topic = harness.topic(partitions=3)
    consumer, ownership = harness.member("group", topic)

    harness.until(lambda: consumer.poll(1, 0.05) or ownership.owned, "partitions are assigned")

    everything = [TopicPartition(topic, n) for n in range(3)]
    assert ownership.told == [("assigned", everything)]
    assert consumer.assignment() == everything


def test_a_member_owns_the_same_numbers_of_every_topic(harness: Harness) -> None:
    topics = [harness.topic(name, partitions=4) for name in ("commands", "claims", "outcomes")]
    members = [harness.member("group", *topics) for _ in range(3)]

    def settled() -> bool:
        for consumer, _ in members:
            consumer.poll(1, 0.02)
        return sum(len(ownership.owned) for _, ownership in members) == 12 and all(
            o.owned for _, o in members
        )

    harness.until(settled, "all partitions are shared out among three")

    for _, ownership in members:
        numbers = {topic: {p.partition for p in ownership.owned if p.topic == topic} for topic in topics}
        assert numbers[topics[0]] == numbers[topics[1]] == numbers[topics[2]]


def test_a_second_member_takes_its_share_after_the_first_gave_it_up(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    first, owned_by_first = harness.member("group", topic)
    harness.until(lambda: first.poll(1, 0.05) or owned_by_first.owned, "the first owns both")
    second, owned_by_second = harness.member("group", topic)

    harness.until(
        lambda: first.poll(1, 0.05) or second.poll(1, 0.05) or owned_by_second.owned, "the second owns one"
    )
    harness.until(lambda: first.poll(1, 0.05) or owned_by_first.owned, "the first owns one again")

    assert owned_by_first.words() == ["assigned", "revoked", "assigned"]
    assert owned_by_first.owned | owned_by_second.owned == {
        TopicPartition(topic, 0),
        TopicPartition(topic, 1),
    }
    assert not owned_by_first.owned & owned_by_second.owned


def test_a_member_that_closes_hands_over_at_once(harness: Harness) -> None:
    topic = harness.topic()
    leaving, leaving_ownership = harness.member("group", topic)
    harness.until(lambda: leaving.poll(1, 0.05) or leaving_ownership.owned, "the first owns it")
    staying, staying_ownership = harness.member("group", topic)

    leaving.close()
    before = harness.clock.monotonic()
    harness.until(lambda: staying.poll(1, 0.05) or staying_ownership.owned, "the second owns it")

    assert leaving_ownership.words() == ["assigned", "revoked"]
    assert harness.clock.monotonic() - before < 5


def test_what_is_committed_while_partitions_are_revoked_still_counts(harness: Harness) -> None:
    topic = harness.topic(partitions=2)
    partitions = [TopicPartition(topic, 0), TopicPartition(topic, 1)]
    producer = harness.transactional()
    first, owned_by_first = harness.member("group", topic)
    harness.until(lambda: first.poll(1, 0.05) or owned_by_first.owned, "the first owns both")

    def commit_last_batch(_: object) -> None:
        producer.begin()
        producer.send_offsets(dict.fromkeys(partitions, 9), first.group_metadata())
        producer.commit()

    owned_by_first.when_revoked = commit_last_batch
    second, owned_by_second = harness.member("group", topic)
    harness.until(
        lambda: first.poll(1, 0.05) or second.poll(1, 0.05) or owned_by_second.owned, "the second owns one"
    )

    assert second.committed(partitions) == dict.fromkeys(partitions, 9)


def test_the_next_owner_goes_on_from_the_committed_offset(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1", b"2")
    first, _ = harness.member("group", topic)
    assert [r.value for r in harness.read(first, 3)] == [b"0", b"1", b"2"]
    first.commit({partition: 2})
    first.close()

    second, _ = harness.member("group", topic)

    assert [r.value for r in harness.read(second, 1)] == [b"2"]
    assert second.committed([partition]) == {partition: 2}


def test_a_group_that_never_committed_reads_from_the_beginning(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, b"old")

    consumer, _ = harness.member("group", topic)

    assert [r.value for r in harness.read(consumer, 1)] == [b"old"]
    assert consumer.committed([TopicPartition(topic, 0)]) == {TopicPartition(topic, 0): None}


def test_groups_do_not_share_offsets(harness: Harness) -> None:
    topic = harness.topic()
    partition = TopicPartition(topic, 0)
    harness.write(topic, b"0", b"1")
    first, _ = harness.member("one", topic)
    harness.read(first, 2)
    first.commit({partition: 2})

    second, _ = harness.member("two", topic)

    assert [r.value for r in harness.read(second, 2)] == [b"0", b"1"]


def test_partitions_paused_when_assigned_give_nothing(harness: Harness) -> None:
    topic = harness.topic()
    harness.write(topic, b"0")
    consumer, ownership = harness.member("group", topic)
    ownership.when_assigned = consumer.pause

    harness.until(lambda: consumer.poll(1, 0.05) or consumer.assignment(), "the partition is assigned")
    assert harness.nothing_comes(consumer)
    consumer.resume(consumer.assignment())

    assert [r.value for r in harness.read(consumer, 1)] == [b"0"]


def test_a_topic_that_does_not_exist_is_told_with_the_remedy(harness: Harness) -> None:
    consumer, _ = harness.member("group", harness.name("missing"))

    with pytest.raises(errors.RetriableError, match="create"):
        harness.until(lambda: consumer.poll(1, 0.05), "a record comes from nowhere")


def test_partitions_of_a_topic_created_later_are_assigned(harness: Harness) -> None:
    present = harness.topic("present")
    consumer, ownership = harness.member("group", present, harness.name("later"))
    with pytest.raises(errors.RetriableError):
        harness.until(lambda: consumer.poll(1, 0.05), "a record comes from nowhere")
    later = harness.topic("later")
    both = {TopicPartition(present, 0), TopicPartition(later, 0)}

    harness.until(lambda: consumer.poll(1, 0.05) or ownership.owned == both, "both topics are assigned")


def test_nobody_but_members_can_prove_membership(harness: Harness) -> None:
    consumer, _ = harness.member("group", harness.topic())

    with pytest.raises(errors.FencedError, match="no member"):
        consumer.group_metadata()
