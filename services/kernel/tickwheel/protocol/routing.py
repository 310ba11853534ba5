"""Which partition a key belongs to. Computed by us on every produce, because clients disagree on their defaults."""

import struct
from functools import lru_cache

from tickwheel.protocol.vocabulary import Lane

LANES: tuple[Lane, ...] = ("critical", "high", "normal", "low")
"""Command and execution topics come once per lane, the most urgent first."""

_M = 0x5BD1E995
_SEED = 0x9747B28C
_MASK = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """The hash of Kafka's Java client, as a signed 32-bit number."""
    length = len(data)
    h = _SEED ^ length
    for k in struct.unpack_from(f"<{length >> 2}I", data):
        k = k * _M & _MASK
        h = (h * _M ^ (k ^ k >> 24) * _M) & _MASK
    if tail := length & 3:
        h = (h ^ int.from_bytes(data[-tail:], "little")) * _M & _MASK
    h ^= h >> 13
    h = h * _M & _MASK
    h ^= h >> 15
    return h - 0x1_0000_0000 if h & 0x8000_0000 else h


@lru_cache(maxsize=16_384)  # a job's records come in flocks: 0.1 us instead of 2.5 for all but the first
def partition_for(key: bytes, partitions: int) -> int:
    return (murmur2(key) & 0x7FFFFFFF) % partitions


def lane_of(priority: int) -> Lane:
    if priority >= 90:
        return "critical"
    if priority >= 70:
        return "high"
    return "normal" if priority >= 30 else "low"
