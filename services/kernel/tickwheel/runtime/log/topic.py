"""What the admin port tells about a topic."""

import msgspec


class Topic(msgspec.Struct, frozen=True):
    name: str
    partitions: int
    replication: int
    config: dict[str, str]
