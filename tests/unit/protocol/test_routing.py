"""Partitions: ours are those of Kafka's Java client."""

import pytest

from tickwheel.protocol.routing import lane_of, murmur2, partition_for


@pytest.mark.parametrize(
    ("key", "expected"),
    [  # from the tests of Kafka's own client
        ("21", -973932308),
        ("foobar", -790332482),
        ("a-little-bit-long-string", -985981536),
        ("a-little-bit-longer-string", -1486304829),
        ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        ("abc", 479470107),
    ],
)
def test_murmur2_equals_java_s(key: str, expected: int) -> None:
    assert murmur2(key.encode()) == expected


def test_a_partition_is_the_positive_hash_modulo_the_number_of_partitions() -> None:
    assert partition_for(b"21", 16) == (-973932308 & 0x7FFFFFFF) % 16
    assert partition_for(b"abc", 7) == 479470107 % 7


@pytest.mark.parametrize(
    ("priority", "lane"),
    [
        (100, "critical"),
        (90, "critical"),
        (89, "high"),
        (70, "high"),
        (69, "normal"),
        (30, "normal"),
        (29, "low"),
        (0, "low"),
    ],
)
def test_the_lane_follows_from_the_priority(priority: int, lane: str) -> None:
    assert lane_of(priority) == lane
