"""Makes the tables anew from the journal, beside the live ones, and swaps them in one transaction while the old serve.

The live projector goes on all the while. When the new tables have nearly caught up, its offsets are locked for a moment:
the rest is replayed, the new tables are checked to stand where the live ones stand, and the schemas change names. The live
projector then finds its offsets moved and goes on from the new ones.
"""

from tickwheel.projector import SCHEMA, shadow
from tickwheel.projector.folded import Folder
from tickwheel.projector.replay import Progress, Replay, ReplayError
from tickwheel.projector.writer import Writer
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import TopicPartition
from tickwheel.runtime.postgres.connect import Connection

NEAR = 5_000
"""Records that may be left to replay while the live projector waits."""


class Rebuild:
    """`connection` replays, `control` watches the live schema and swaps."""

    def __init__(
        self, log: Log, folder: Folder, connection: Connection, control: Connection, topic: str, clock: Clock
    ) -> None:
        self._connection = connection
        self._control = control
        self._topic = topic
        shadow.make(connection, shadow.REBUILD)
        writer = Writer(connection, shadow.REBUILD, "rebuild", topic)
        self._replay = Replay(log, folder, connection, writer, clock)

    def run(self, progress: Progress) -> int:
        """Returns the number of records that the new tables stand for."""
        targets = shadow.live_offsets(self._control, self._topic)
        while True:
            self._replay.to(targets, progress)
            now = shadow.live_offsets(self._control, self._topic)
            if sum(now.values()) - sum(targets.values()) <= NEAR:
                break
            targets = now
        return self._finish(progress)

    def _finish(self, progress: Progress) -> int:
        with self._control.transaction():
            self._control.execute("SET LOCAL statement_timeout TO 0")
            self._control.execute(f"LOCK TABLE {SCHEMA}.projection_offsets IN EXCLUSIVE MODE".encode())
            targets = shadow.live_offsets(self._control, self._topic)
            self._replay.to(targets, progress)
            self._check(targets)
            shadow.take_over_reports(self._control, self._topic)
            shadow.swap(self._control)
        shadow.drop(self._control, shadow.FORMER)
        return sum(targets.values())

    def _check(self, targets: dict[TopicPartition, int]) -> None:
        rows = self._connection.execute(
            "SELECT partition, next_offset FROM projection_offsets WHERE topic = %s", [self._topic]
        )
        reached = {TopicPartition(self._topic, partition): at for partition, at in rows}
        if reached != targets:
            raise ReplayError(f"The new tables stand at {reached}, the live ones at {targets}: run it again")
