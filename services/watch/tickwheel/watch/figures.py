"""Figures of the whole cluster that only the tables know."""

from typing import get_args

from tickwheel.protocol.vocabulary import JobStatus
from tickwheel.runtime import metrics
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.watch.overdue import CAUSES, Overdue

JOBS = "SELECT status, count(*) FROM tickwheel.jobs WHERE retired_at IS NULL GROUP BY status"
DEAD_LETTERS = "SELECT count(*) FROM tickwheel.dead_letters WHERE status = 'OPEN'"
POSITIONS = "SELECT topic, partition, next_offset FROM tickwheel.projection_offsets"


def tell_stock(connection: Connection) -> None:
    """Counts rows: for now and then, not for every look."""
    counted: dict[str, int] = dict(connection.execute(JOBS).fetchall())
    for status in get_args(JobStatus):
        metrics.JOBS.labels(status).set(counted.get(status, 0))
    row = connection.execute(DEAD_LETTERS).fetchone()
    metrics.DEAD_LETTERS_OPEN.set(row[0] if row else 0)


def tell_overdue(found: list[Overdue]) -> None:
    for cause in CAUSES:
        late = [each for each in found if each.cause == cause]
        metrics.OVERDUE.labels(cause).set(sum(each.number for each in late))
        metrics.OVERDUE_OLDEST.labels(cause).set(max((each.oldest_s for each in late), default=0))


def positions(connection: Connection) -> dict[TopicPartition, int]:
    """The first offset of each partition that is not in the tables yet."""
    return {
        TopicPartition(topic, partition): offset
        for topic, partition, offset in connection.execute(POSITIONS).fetchall()
    }
