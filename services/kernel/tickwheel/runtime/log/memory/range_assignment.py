"""Kafka's range assignor: for each topic, members in order of their id get contiguous runs of partitions.

With equal partition counts a member gets the same numbers of every topic, which is what co-partitioning rests on.
"""

from collections.abc import Mapping, Sequence

from tickwheel.runtime.log.records import TopicPartition


def assign_ranges(
    subscriptions: Mapping[str, Sequence[str]], partition_counts: Mapping[str, int]
) -> dict[str, list[TopicPartition]]:
    """Member id -> partitions, from member id -> topics and topic -> number of partitions."""
    assignment: dict[str, list[TopicPartition]] = {member: [] for member in subscriptions}
    for topic in sorted({t for topics in subscriptions.values() for t in topics}):
        members = sorted(m for m, topics in subscriptions.items() if topic in topics)
        share, extra = divmod(partition_counts.get(topic, 0), len(members))
        start = 0
        for index, member in enumerate(members):
            size = share + (1 if index < extra else 0)
            assignment[member] += [TopicPartition(topic, p) for p in range(start, start + size)]
            start += size
    return assignment
