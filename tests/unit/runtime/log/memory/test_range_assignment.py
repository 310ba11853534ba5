"""Range assignment as Kafka computes it."""

from tickwheel.runtime.log.memory.range_assignment import assign_ranges
from tickwheel.runtime.log.records import TopicPartition


def test_the_first_members_get_the_odd_ones() -> None:
    shared = assign_ranges({"a": ["t"], "b": ["t"], "c": ["t"]}, {"t": 7})

    assert {m: [p.partition for p in ps] for m, ps in shared.items()} == {
        "a": [0, 1, 2],
        "b": [3, 4],
        "c": [5, 6],
    }


def test_members_beyond_the_partitions_get_nothing() -> None:
    assert assign_ranges({"a": ["t"], "b": ["t"]}, {"t": 1}) == {"a": [TopicPartition("t", 0)], "b": []}


def test_only_subscribers_of_a_topic_share_it() -> None:
    shared = assign_ranges({"a": ["t", "u"], "b": ["u"]}, {"t": 1, "u": 2})

    assert shared == {"a": [TopicPartition("t", 0), TopicPartition("u", 0)], "b": [TopicPartition("u", 1)]}


def test_a_topic_that_does_not_exist_gives_nothing() -> None:
    assert assign_ranges({"a": ["missing"]}, {}) == {"a": []}
