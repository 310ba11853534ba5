"""A projection onto a real Postgres, fed with events directly: no Kafka."""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tickwheel.projector import PACKAGE, SCHEMA
from tickwheel.projector.backlog import Backlog
from tickwheel.projector.folded import Folder
from tickwheel.projector.positions import read_positions
from tickwheel.projector.writer import Writer
from tickwheel.protocol.events.event import Event
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.records import Record, TopicPartition
from tickwheel.runtime.postgres import migrate

TOPIC = "tickwheel.events"


class Projection:
    """Applies events as records of one topic and answers what is in the tables."""

    def __init__(self, dsn: str, codec: Codec, partitions: int = 2) -> None:
        self.dsn = dsn
        self.codec = codec
        self.connection = psycopg.connect(dsn, autocommit=True)
        migrate(self.connection, PACKAGE, SCHEMA)
        self.writer = Writer(self.connection, SCHEMA, "test", TOPIC)
        self.backlog = Backlog(Folder(codec, TOPIC), lambda folded: None)
        where = [TopicPartition(TOPIC, partition) for partition in range(partitions)]
        self.backlog.positions = read_positions(self.connection, where)
        self._offsets = dict.fromkeys(range(partitions), 0)
        self.applied: list[Event | bytes] = []
        """All that `apply` was given."""

    def own(self, partition: int) -> None:
        """Take on a partition of the journal too."""
        self.adopt(TopicPartition(TOPIC, partition))

    def adopt(self, where: TopicPartition) -> None:
        """Take on a further partition, from its beginning."""
        self.backlog.positions |= read_positions(self.connection, [where])

    def close(self) -> None:
        self.connection.close()

    def start_over(self) -> None:
        """Empty tables, offset 0."""
        tables = self.rows(
            "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'p')",
            SCHEMA,
        )
        names = {row["relname"] for row in tables} - {"schema_migrations", "projection_offsets"}
        self.connection.execute(f"TRUNCATE {', '.join(sorted(names))}".encode())
        self.connection.execute("UPDATE projection_offsets SET next_offset = 0")
        self._offsets = dict.fromkeys(self._offsets, 0)
        self.backlog.positions = dict.fromkeys(self.backlog.positions, 0)
        self.backlog.stops.clear()

    def restart_partition(self, partition: int, at: int) -> None:
        """The next record of the partition has this offset."""
        self._offsets[partition] = at

    def record(self, value: Event | bytes, partition: int = 0) -> Record:
        """The next record of the partition."""
        offset = self._offsets[partition]
        self._offsets[partition] += 1
        data = value if isinstance(value, bytes) else self.codec.encode(value)
        return Record(TOPIC, partition, offset, 0, None, data)

    def apply(self, *events: Event | bytes, partition: int = 0) -> None:
        """All in one batch."""
        self.applied += events
        self.project([self.record(event, partition) for event in events])

    def project(self, records: Sequence[Record], *, more_to_come: bool = False) -> None:
        self.backlog.project(self.writer, records, more_to_come=more_to_come)

    def rows(self, query: str, *arguments: object) -> list[dict[str, Any]]:
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(query.encode(), arguments).fetchall()

    def row(self, query: str, *arguments: object) -> dict[str, Any]:
        (row,) = self.rows(query, *arguments)
        return row
