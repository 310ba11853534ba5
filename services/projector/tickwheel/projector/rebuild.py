"""Makes the tables anew from the journal, beside the live ones, and swaps them in one transaction while the old serve.

The live projector goes on all the while. When the new tables have nearly caught up, its offsets are locked for a moment:
the rest is replayed, the new tables are checked to stand where the live ones stand, and the schemas change names. The live
projector then finds its offsets moved and goes on from the new ones.
"""

from contextlib import closing

import psycopg

from tickwheel.projector import SCHEMA, hangers_on, patience, shadow, standstill
from tickwheel.projector.folded import Folder
from tickwheel.projector.months import make_months_ahead
from tickwheel.projector.replay import Progress, Replay, ReplayError
from tickwheel.projector.writer import Writer
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

NEAR = 5_000
"""Records that may be left to replay while the live projector waits."""

logger = logs.logger(__name__)


class Rebuild:
    """`connection` replays, `control` watches the live schema and swaps."""

    def __init__(
        self, log: Log, folder: Folder, connection: Connection, control: Connection, topic: str, clock: Clock
    ) -> None:
        self._log = log
        self._connection = connection
        self._control = control
        self._topic = topic
        with control.transaction():
            hangers_on.views(
                control
            )  # what keeps the tables from being swapped is told before the work, not after it
        shadow.make(connection, shadow.REBUILD)
        # If an earlier rebuild was ended just before its end.
        shadow.drop(connection, shadow.FORMER)
        hangers_on.refuse_strangers(control, shadow.REBUILD)
        make_months_ahead(connection, shadow.REBUILD, clock)
        writer = Writer(connection, shadow.REBUILD, "rebuild", topic)
        self._replay = Replay(log, folder, connection, writer, clock)

    def run(self, progress: Progress) -> int:
        """Returns the number of records that the new tables stand for."""
        targets = self._targets()
        while True:
            self._replay.to(targets, progress)
            now = self._targets()
            if sum(now.values()) - sum(targets.values()) <= NEAR:
                break
            targets = now
        records = patience.until_free(lambda: self._finish(progress))
        self._drop_former()
        return records

    def _finish(self, progress: Progress) -> int:
        with self._control.transaction():
            standstill.wait(self._control)
            self._control.execute(f"LOCK TABLE {SCHEMA}.projection_offsets IN EXCLUSIVE MODE".encode())
            patience.wait_briefly(self._control)
            targets = self._targets()
            self._replay.to(targets, progress)
            self._check(targets)
            shadow.take_over_reports(self._control, self._topic)
            shadow.swap(self._control)
        return sum(targets.values())

    def _targets(self) -> dict[TopicPartition, int]:
        """Where the live tables are; if the journal ends before, its end."""
        live = shadow.live_offsets(self._control, self._topic)
        with closing(self._log.consumer(None)) as consumer:
            return {where: min(at, consumer.watermarks(where)[1]) for where, at in live.items()}

    def _drop_former(self) -> None:
        try:
            shadow.drop(self._connection, shadow.FORMER)
        except psycopg.errors.LockNotAvailable:
            logger.warning(
                "The former tables are still being read: the next rebuild drops them", schema=shadow.FORMER
            )

    def _check(self, targets: dict[TopicPartition, int]) -> None:
        rows = self._connection.execute(
            "SELECT partition, next_offset FROM projection_offsets WHERE topic = %s", [self._topic]
        )
        reached = {TopicPartition(self._topic, partition): at for partition, at in rows}
        if reached != targets:
            raise ReplayError(f"The new tables stand at {reached}, the live ones at {targets}: run it again")
