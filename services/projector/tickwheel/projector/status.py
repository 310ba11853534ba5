"""How far the tables are behind the log, partition by partition."""

from typing import NamedTuple

from tickwheel.projector import SCHEMA
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

READ = f"""
SELECT topic, partition, next_offset, projected_at, projector, stop_reason
FROM {SCHEMA}.projection_offsets ORDER BY topic, partition
"""  # noqa: S608 - a constant


class PartitionStatus(NamedTuple):
    topic: str
    partition: int
    next_offset: int
    """The first offset that is not in the tables."""
    end_offset: int
    """The first offset that is not in the log."""
    behind: int
    """Records in between. Markers of transactions count, so a partition at rest may seem one behind."""
    projected_at: str
    projector: str
    stopped: str
    """Why it is stopped, or empty."""


def read_status(connection: Connection, log: Log) -> list[PartitionStatus]:
    consumer = log.consumer(None)
    try:
        return [
            _status(row, consumer.watermarks(TopicPartition(row[0], row[1]))[1])
            for row in connection.execute(READ.encode()).fetchall()
        ]
    finally:
        consumer.close()


def _status(row: tuple[object, ...], end: int) -> PartitionStatus:
    topic, partition, at, when, projector, reason = row
    position = int(str(at))
    return PartitionStatus(
        str(topic),
        int(str(partition)),
        position,
        end,
        max(0, end - position),
        "" if when is None else str(when),
        str(projector or ""),
        str(reason or ""),
    )
