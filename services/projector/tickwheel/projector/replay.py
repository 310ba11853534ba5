"""Reads the journal from the beginning and projects it into another schema, up to where the live tables are.

Both a rebuild and a verification stand on this: the same fold and the same merge, on empty tables.
"""

from collections.abc import Callable, Mapping

from tickwheel.projector.backlog import Backlog
from tickwheel.projector.folded import Folded, Folder
from tickwheel.projector.positions import read_positions
from tickwheel.projector.writer import Writer
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.fault import Fault
from tickwheel.runtime.log.ports import Log
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres.connect import Connection

BATCH = 20_000
POLL_S = 0.5
STALLED_S = 30.0

Progress = Callable[[int, int], None]
"""Told (records done, records in all)."""


class ReplayError(Fault):
    """The journal cannot be replayed."""


class Replay:
    """Carries one schema forward. `to` may be called again with later offsets."""

    def __init__(
        self, log: Log, folder: Folder, connection: Connection, writer: Writer, clock: Clock
    ) -> None:
        self._log = log
        self._connection = connection
        self._writer = writer
        self._clock = clock
        self._backlog = Backlog(folder, self._on_written)
        self._read_at = 0.0

    def to(self, targets: Mapping[TopicPartition, int], progress: Progress) -> None:
        """Project everything below these offsets."""
        self._backlog.positions = read_positions(self._connection, sorted(targets))
        start = dict(self._backlog.positions)
        whole = sum(targets[where] - start[where] for where in targets)
        consumer = self._log.consumer(None)
        try:
            consumer.assign({where: at for where, at in start.items() if at < targets[where]})
            self._read_at = self._clock.monotonic()
            while self._is_behind(targets):
                self._project(consumer.poll(BATCH, POLL_S), targets)
                done = sum(
                    min(at, targets[where]) - start[where] for where, at in self._backlog.positions.items()
                )
                progress(done, whole)
            self._backlog.settle()
            self._refuse_stops()
        finally:
            consumer.close()

    def _project(self, records: list[Record], targets: Mapping[TopicPartition, int]) -> None:
        wanted = [r for r in records if r.offset < targets[TopicPartition(r.topic, r.partition)]]
        self._backlog.project(self._writer, wanted, more_to_come=bool(wanted))
        self._refuse_stops()
        if self._clock.monotonic() - self._read_at > STALLED_S:
            raise ReplayError(
                f"The journal gave nothing for {STALLED_S:.0f} s although more is expected: check that its "
                "topic keeps everything (`tickwheel topics verify`)"
            )

    def _refuse_stops(self) -> None:
        for stop in self._backlog.stops.values():
            raise ReplayError(f"The journal cannot be replayed: {stop}")

    def _on_written(self, folded: Folded) -> None:
        self._read_at = self._clock.monotonic()

    def _is_behind(self, targets: Mapping[TopicPartition, int]) -> bool:
        return any(self._backlog.positions[where] < target for where, target in targets.items())
