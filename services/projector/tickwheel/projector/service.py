"""The projector: reads the journal and keeps the tables equal to it.

    poll -> fold -> one transaction: rows + offsets -> poll ...

Under load the transaction is left to a second thread while this one reads and folds on; see Backlog.

The offsets that count are those in Postgres. The Kafka group only shares out the partitions: whoever is given one asks
Postgres where to begin, and whoever writes moves the offset from where it was. If two write at once, one of them finds it
moved and starts over, so a row is never written by both.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

import psycopg

from tickwheel.projector import measures
from tickwheel.projector.backlog import Backlog
from tickwheel.projector.faults import AheadError, OvertakenError
from tickwheel.projector.folded import Folded, Folder
from tickwheel.projector.positions import begin_anew, note_stop, read_positions
from tickwheel.projector.writer import Writer
from tickwheel.runtime import logs
from tickwheel.runtime.broker_probe import BrokerProbe
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.lifecycle import Milestone
from tickwheel.runtime.log.ports import Consumer, Log
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres.connect import Connection
from tickwheel.runtime.settings import ProjectorGroup

GATHER_RATE = 2_000
"""Records a second from which on they are gathered for as long as the settings allow: most of what happens to an execution
then becomes one change of its row. At half that rate they wait about as long as they took to come; a single one hardly
waits at all."""

TAKE_OFF_FROM = 64
"""So many records at once mean that more are coming: then the next are read while these are written."""

REST_S = 0.02
"""Between batches, however small: a trickle of events must not cost a transaction each."""

POLL_S = 0.5
POLL_UNDER_WAY_S = 0.02
"""While a batch is being written: what comes of it is not looked at before the poll returns."""

RETRY_STOPPED_S = 15.0
LAG_EVERY_S = 5.0
TOO_OLD_S = 30.0
"""Whoever reads tables that are older reads the past: then it is not ready."""

log = logs.logger(__name__)

Connect = Callable[[], Connection]
"""Makes a connection to a schema that is up to date."""


class Projector:
    """Start, run_once, stop: one thread does it all. A lost connection is retriable: it starts over from Postgres."""

    name = "projector"

    def __init__(
        self,
        kafka: Log,
        topics: Sequence[str],
        group: str,
        connect: Connect,
        make_writer: Callable[[Connection], Writer],
        settings: ProjectorGroup,
        clock: Clock,
        folder: Folder,
    ) -> None:
        self._kafka = kafka
        self._topics = topics
        self._group = group
        self._connect = connect
        self._make_writer = make_writer
        self._settings = settings
        self._clock = clock
        self._consumer: Consumer | None = None
        self._connection: Connection | None = None
        self._writer: Writer | None = None
        self._is_journal = folder.is_journal
        self._backlog = Backlog(folder, self._on_written)
        self._assigned: list[TopicPartition] = []
        self._held: dict[TopicPartition, int] = {}
        """Where partitions stopped, until they are beyond: the tables are as old as what is missing from them."""
        self._lost_place = False
        """True when partitions came or went, or a write failed: ask Postgres where we are."""
        self._rests_until = 0.0
        self._retry_stopped_at = 0.0
        self._lag_at = 0.0
        self.freshness = measures.Freshness(clock)
        self._probe = BrokerProbe(kafka, topics[0], clock)
        self.projected: Milestone[int] = Milestone("projected")
        """Reached after each commit, with the number of events."""

    def start(self) -> None:
        self._open()
        if self._consumer is None:
            self._consumer = self._kafka.consumer(self._group)
            self._consumer.subscribe(self._topics, self)

    def run_once(self) -> None:
        try:
            self._project(*self._ready())
        except OvertakenError:
            log.warning("Another projector has moved our partitions; starting over")
            self._lost_place = True
        except (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction):
            self.freshness.failed()
            self._close_connection()
            raise
        except psycopg.errors.UndefinedTable:
            # A rebuild has swapped the tables under us.
            self._close_connection()

    def why_not_ready(self) -> str:
        age_s = self.freshness.age_s
        if age_s > TOO_OLD_S:
            return f"the tables are {age_s:.0f} s behind the journal"
        return self._probe.why_not()

    def stop(self) -> None:
        consumer, self._consumer = self._consumer, None
        # What cannot be written now is read again by whoever comes next.
        with suppress(psycopg.Error, OvertakenError):
            self._backlog.settle()
        if consumer is not None:
            consumer.close()
        self._close_connection()

    def on_assigned(self, partitions: Sequence[TopicPartition]) -> None:
        self._assigned = sorted({*self._assigned, *partitions})
        self._lost_place = True

    def on_revoked(self, partitions: Sequence[TopicPartition]) -> None:
        self._assigned = sorted(set(self._assigned) - set(partitions))
        self._lost_place = True

    def on_lost(self, partitions: Sequence[TopicPartition]) -> None:
        self.on_revoked(partitions)

    def _project(self, consumer: Consumer, writer: Writer) -> None:
        records = self._gather(consumer)
        if self._lost_place:
            self._find_place(consumer)
            return
        self._backlog.project(writer, records, more_to_come=len(records) >= TAKE_OFF_FROM)
        self._hold_stopped(consumer)
        self._watch_lag(consumer, idle=not records)

    def _gather(self, consumer: Consumer) -> list[Record]:
        """What is there, and what comes while they come quickly: each record gives those behind it a little more time."""
        most = self._settings.batch_max_events
        longest_s = self._settings.batch_max_ms / 1_000
        records = consumer.poll(most, POLL_UNDER_WAY_S if self._backlog.is_under_way else POLL_S)
        began = self._clock.monotonic()
        while records and len(records) < most and not self._lost_place:
            until = max(began + min(longest_s, len(records) / GATHER_RATE), self._rests_until)
            left_s = until - self._clock.monotonic()
            if left_s <= 0:
                break
            records += consumer.poll(most - len(records), left_s)
        self._rests_until = self._clock.monotonic() + REST_S
        return records

    def _find_place(self, consumer: Consumer) -> None:
        """Read every partition we have from where Postgres has it. What was read before is dropped."""
        self._backlog.settle()
        self._backlog.stops.clear()
        self._backlog.positions = self._read_positions(consumer)
        at = self._backlog.positions
        self._held = {where: stop for where, stop in self._held.items() if at.get(where, stop + 1) <= stop}
        self._held |= {where: stop.offset for where, stop in self._backlog.stops.items()}
        for where, offset in self._backlog.positions.items():
            if where not in self._backlog.stops:
                consumer.seek(where, offset)
        consumer.resume(self._assigned)
        self._lost_place = False
        log.info("Reading on from where Postgres is", partitions=len(self._assigned))

    def _read_positions(self, consumer: Consumer) -> dict[TopicPartition, int]:
        """A log that ends before them is not the one that they are of: what it says would be passed over without a word."""
        positions = read_positions(self._open(), self._assigned)
        ends = {where: consumer.watermarks(where)[1] for where in positions}
        ahead = [where for where, at in positions.items() if at > ends[where]]
        for where in filter(self._is_journal, ahead):
            self._backlog.stops[where] = AheadError(where, positions[where], ends[where])
        if anew := [where for where in ahead if not self._is_journal(where)]:
            log.warning("Topics were made anew, and are read from their beginning", partitions=len(anew))
            begin_anew(self._open(), anew)
        return positions | dict.fromkeys(anew, 0)

    def _hold_stopped(self, consumer: Consumer) -> None:
        """Pause what is stopped, tell of it, and look from time to time whether it goes on."""
        now = self._clock.monotonic()
        stops = self._backlog.stops
        if stops and now >= self._retry_stopped_at > 0:
            self._retry_stopped_at = 0
            self._lost_place = True
            return
        if stops and not self._retry_stopped_at:
            self._retry_stopped_at = now + RETRY_STOPPED_S
        if any(not stop.noted for stop in stops.values()):
            self._backlog.settle()
        for stop in stops.values():
            if not stop.noted:
                stop.noted = True
                self._held[stop.where] = stop.offset
                consumer.pause([stop.where])
                note_stop(self._open(), stop)
                log.error(
                    "A partition is stopped",
                    topic=stop.where.topic,
                    partition=stop.where.partition,
                    fault=str(stop),
                )
        measures.stopped(stops.values())

    def _watch_lag(self, consumer: Consumer, *, idle: bool) -> None:
        if self._held or self._backlog.stops:
            self.freshness.failed()
        elif idle:
            self.freshness.caught_up()
        now = self._clock.monotonic()
        if now >= self._lag_at:
            self._lag_at = now + LAG_EVERY_S
            behind = (
                max(0, (consumer.heard_end(where) or 0) - at) for where, at in self._backlog.positions.items()
            )
            measures.behind(sum(behind))

    def _on_written(self, folded: Folded) -> None:
        for where, end in folded.ends.items():
            if self._held and self._held.get(where, end.next_offset) < end.next_offset:
                del self._held[where]
        if folded.events:
            measures.written(folded.events)
            if not self._held:
                self.freshness.read_on(folded.oldest_ms)
        measures.passed_over(folded.passed_over)
        self.projected.reached(folded.events)

    def _ready(self) -> tuple[Consumer, Writer]:
        if self._consumer is None:
            raise RuntimeError("run_once() before start()")
        self._open()
        if self._writer is None:
            raise RuntimeError("the connection has no writer")
        return self._consumer, self._writer

    def _open(self) -> Connection:
        if self._connection is None:
            connection = self._connect()
            try:
                self._writer = self._make_writer(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
            self._lost_place = True
        return self._connection

    def _close_connection(self) -> None:
        connection, self._connection, self._writer = self._connection, None, None
        if connection is not None:
            connection.close()
