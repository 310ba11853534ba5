"""What is read from the log, and the addresses of what is in it."""

from typing import NamedTuple

import msgspec

BEGINNING = -2
"""Offset for `Consumer.assign`: the first record that is still there."""

END = -1
"""Offset for `Consumer.assign`: only what is written from now on."""


class TopicPartition(NamedTuple):
    topic: str
    partition: int


class Record(msgspec.Struct, frozen=True, gc=False):
    """One record as it stands in the log."""

    topic: str
    partition: int
    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes], ...] = ()
