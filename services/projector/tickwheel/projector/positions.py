"""Where partitions stand in Postgres, read when they are taken over; and the note that one is stopped."""

from collections.abc import Sequence

from psycopg import sql

from tickwheel.projector.faults import StoppedError
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

REMEMBER = """
INSERT INTO projection_offsets (topic, partition, next_offset)
SELECT topic, partition, 0 FROM unnest(%s::text[], %s::int[]) AS n (topic, partition)
ON CONFLICT DO NOTHING
"""
READ = """
SELECT o.topic, o.partition, o.next_offset FROM projection_offsets o
JOIN unnest(%s::text[], %s::int[]) AS n (topic, partition) USING (topic, partition)
"""
ANEW = """
UPDATE projection_offsets o SET next_offset = 0 FROM unnest(%s::text[], %s::int[]) AS n (topic, partition)
WHERE o.topic = n.topic AND o.partition = n.partition
"""
REPORTED = ("workers", "handlers", "handler_health", "execution_progress")
"""Tables in which the last word counts."""

STOP = """
UPDATE projection_offsets SET stopped_at = coalesce(stopped_at, clock_timestamp()), stop_reason = %s
WHERE topic = %s AND partition = %s
"""


def read_positions(connection: Connection, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
    """The next offset of each; a partition never seen before starts at 0."""
    names = [[where.topic for where in partitions], [where.partition for where in partitions]]
    with connection.transaction():
        connection.execute(REMEMBER, names)
        rows = connection.execute(READ, names).fetchall()
    return {TopicPartition(topic, partition): offset for topic, partition, offset in rows}


def begin_anew(connection: Connection, partitions: Sequence[TopicPartition]) -> None:
    """Topics beside the journal were made anew: what they say counts again, whatever was said before."""
    names = [[where.topic for where in partitions], [where.partition for where in partitions]]
    with connection.transaction():
        connection.execute(ANEW, names)
        for table in REPORTED:
            connection.execute(sql.SQL("UPDATE {} SET log_offset = -1").format(sql.Identifier(table)))


def note_stop(connection: Connection, stop: StoppedError) -> None:
    """For whoever looks at projection_offsets; the next batch of the partition takes it away."""
    connection.execute(STOP, [str(stop), stop.where.topic, stop.where.partition])
