"""A journal that cannot be applied stops its own partition, in words and in a metric; after the remedy it goes on by itself."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from tests.histories import NOVEMBER, History

from tickwheel.projector.fold.reports import report_topics
from tickwheel.projector.folded import Folder
from tickwheel.projector.main import RETRIABLE_FAULTS, build
from tickwheel.projector.rebuild import Rebuild
from tickwheel.projector.service import RETRY_STOPPED_S, Projector
from tickwheel.protocol.events.event import Event
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics
from tickwheel.protocol.workers import HandlerRegistered
from tickwheel.runtime import metrics
from tickwheel.runtime.clock import ManualClock
from tickwheel.runtime.codec import Codec
from tickwheel.runtime.log.memory.broker import MemoryBroker
from tickwheel.runtime.log.memory.log import MemoryLog
from tickwheel.runtime.log.topic import Topic
from tickwheel.runtime.settings import PostgresGroup, ProjectorSettings

pytestmark = pytest.mark.postgres

TOPICS = Topics()
NEWER = b"\0\0\0\xff\xff"
"""The header of a schema that this release does not know."""


class Cluster:
    """A journal in memory and one projector of it, which the test drives step by step."""

    def __init__(self, dsn: str, codec: Codec) -> None:
        self.codec = codec
        self._clock = ManualClock(NOVEMBER)
        self._dsn = dsn
        self.connection = psycopg.connect(dsn, autocommit=True)
        self._projector: Projector | None = None
        self.start_journal()

    def start_journal(self) -> None:
        """An empty one, as if its topics had been restored."""
        broker = MemoryBroker(self._clock, on_idle=lambda s: self._clock.advance(s * 1_000))
        self._log = MemoryLog(broker, "test")
        names = [TOPICS.events, *report_topics(TOPICS)]
        self._log.admin().create_topics([Topic(name, 2, 1, {}) for name in names])
        self._producer = self._log.producer()

    def write(self, partition: int, *values: Event | bytes) -> None:
        for value in values:
            data = value if isinstance(value, bytes) else self.codec.encode(value)
            self._producer.produce(TOPICS.events, partition, None, data)

    def start_projector(self) -> None:
        """Another process: whatever ran before is gone."""
        self.stop_projector()
        settings = ProjectorSettings(postgres=PostgresGroup.model_validate({"dsn": self._dsn}))
        self._projector = build(settings, self._log, self._clock)
        self._projector.start()
        self.project()

    def stop_projector(self) -> None:
        if self._projector is not None:
            self._projector.stop()

    def project(self, steps: int = 8) -> None:
        assert self._projector is not None
        for _ in range(steps):
            self._projector.run_once()

    def wait_for_the_next_try(self) -> None:
        self._clock.advance(RETRY_STOPPED_S * 1_000)
        self.project()

    def sequences(self) -> dict[str, int]:
        return dict(self.connection.execute("SELECT name, sequence FROM tickwheel.jobs").fetchall())

    def stops(self) -> list[tuple[Any, ...]]:
        """Partition and reason of each."""
        text = "SELECT partition, stop_reason FROM tickwheel.projection_offsets WHERE stop_reason IS NOT NULL"
        return self.connection.execute(text).fetchall()

    def register(self, times: int, description: str) -> None:
        handler = HandlerRegistered(
            handler="reports.daily",
            payload_schema="",
            kind="async",
            description=description,
            worker_id="w-1",
            registered_at_ms=NOVEMBER,
        )
        for _ in range(times):
            self._producer.produce(TOPICS.handlers, 0, b"reports.daily", self.codec.encode(handler))

    def rebuild(self) -> None:
        folder = Folder(self.codec, TOPICS.events)
        with (
            psycopg.connect(self._dsn, autocommit=True) as making,
            psycopg.connect(self._dsn, autocommit=True) as control,
        ):
            rebuild = Rebuild(self._log, folder, making, control, TOPICS.events, self._clock)
            rebuild.run(lambda done, whole: None)

    def set_read_only(self, state: str) -> None:
        """For connections to come; those that there are end."""
        (name,) = self.connection.execute("SELECT current_database()").fetchone() or ("",)
        self.connection.execute(
            f"ALTER DATABASE {name} SET default_transaction_read_only TO {state}".encode()
        )
        self.connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tickwheel projector'"
        )

    def now_ms(self) -> int:
        return self._clock.now_ms()

    def age_s(self) -> float:
        assert self._projector is not None
        return self._projector.freshness.age_s

    def set_sequence(self, name: str, sequence: int) -> None:
        self.connection.execute("UPDATE tickwheel.jobs SET sequence = %s WHERE name = %s", [sequence, name])


@pytest.fixture
def cluster(database: str, codec: Codec) -> Iterator[Cluster]:
    cluster = Cluster(database, codec)
    yield cluster
    cluster.stop_projector()
    cluster.connection.close()


def stopped(reason: str) -> float | None:
    return metrics.REGISTRY.get_sample_value("tickwheel_projection_partitions_stopped", {"reason": reason})


def a_run(name: str, start_ms: int = NOVEMBER) -> History:
    """Five events."""
    history = History(name, start_ms=start_ms).created()
    history.ran()
    return history


def test_an_event_type_of_a_newer_release_stops_its_partition_until_the_projector_is_upgraded(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = a_run("one"), a_run("other")
    cluster.write(0, *one.events[:3], NEWER + cluster.codec.encode(one.events[3]), one.events[4])
    cluster.write(1, *other.events)
    cluster.start_projector()
    assert cluster.sequences() == {"one": 3, "other": 5}
    ((partition, reason),) = cluster.stops()
    assert partition == 0
    assert "events[0]@3 cannot be read" in reason
    assert "upgrade" in reason
    assert stopped("unreadable") == 1

    monkeypatch.setattr("tickwheel.projector.main.Codec", Upgraded)
    cluster.start_projector()
    assert cluster.sequences() == {"one": 5, "other": 5}
    assert cluster.stops() == []
    assert stopped("unreadable") == 0


class Upgraded(Codec):
    """Knows the schema with the newer id."""

    def decode(self, data: bytes, accept: Any = Message) -> Any:
        return super().decode(data.removeprefix(NEWER), accept)


def test_a_missing_version_stops_its_partition_until_it_is_there(cluster: Cluster) -> None:
    one, other = a_run("one"), a_run("other")
    cluster.write(0, *one.events[:3])
    cluster.start_projector()
    # As after a restore of an older backup of one table.
    cluster.set_sequence("one", 2)
    cluster.write(0, *one.events[3:])
    cluster.write(1, *other.events)
    cluster.project()
    assert cluster.sequences() == {"one": 2, "other": 5}
    ((partition, reason),) = cluster.stops()
    assert partition == 0
    assert f"event 4 of job {one.job_id} where 3 was expected: events are missing" in reason
    assert stopped("sequence") == 1

    cluster.set_sequence("one", 3)
    cluster.wait_for_the_next_try()
    assert cluster.sequences() == {"one": 5, "other": 5}
    assert cluster.stops() == []
    assert stopped("sequence") == 0


def test_a_wrong_order_stops_its_partition_until_the_journal_is_right(cluster: Cluster) -> None:
    one, other = a_run("one"), a_run("other")
    first, second, third, *rest = one.events
    cluster.write(0, first, third, second, *rest)
    cluster.write(1, *other.events)
    cluster.start_projector()
    assert cluster.sequences() == {"one": 1, "other": 5}
    ((partition, reason),) = cluster.stops()
    assert partition == 0
    assert f"event 3 of job {one.job_id} where 2 was expected" in reason
    assert stopped("sequence") == 1
    cluster.wait_for_the_next_try()
    assert cluster.sequences() == {"one": 1, "other": 5}

    cluster.start_journal()
    cluster.write(0, *one.events)
    cluster.write(1, *other.events)
    cluster.start_projector()
    assert cluster.sequences() == {"one": 5, "other": 5}
    assert cluster.stops() == []
    assert stopped("sequence") == 0


def test_tables_are_as_old_as_what_a_stopped_partition_keeps_from_them(cluster: Cluster) -> None:
    """However much of the other partitions is written meanwhile."""
    history = a_run("one")
    cluster.write(0, history.events[0], NEWER)
    cluster.start_projector()
    for number in range(4):
        cluster.write(1, *a_run(f"other-{number}", cluster.now_ms()).events)
        cluster.wait_for_the_next_try()
    assert len(cluster.sequences()) == 5
    assert cluster.age_s() >= 4 * RETRY_STOPPED_S


def test_a_postgres_that_takes_no_writes_is_waited_for(cluster: Cluster) -> None:
    """As after a fail-over to a stand-by that has not been promoted yet, or with a disk that is full."""
    cluster.start_projector()
    cluster.set_read_only("on")
    cluster.write(0, *a_run("one").events)
    for fault in (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction):
        assert issubclass(fault, RETRIABLE_FAULTS)
        with pytest.raises(fault):
            cluster.project()
    cluster.set_read_only("off")
    cluster.project()
    assert cluster.sequences() == {"one": 5}


def test_a_journal_that_ends_before_the_tables_is_not_theirs_until_they_are_made_anew(
    cluster: Cluster,
) -> None:
    """As after Kafka was restored from an older copy, or begun anew beside the old tables."""
    cluster.write(0, *a_run("former").events)
    cluster.write(1, *a_run("other").events)
    cluster.register(3, "said before")
    cluster.start_projector()
    cluster.start_journal()
    cluster.write(0, *History("new").created().events)
    cluster.write(1, *a_run("other").events)
    cluster.register(1, "said since")
    cluster.start_projector()
    ((partition, reason),) = cluster.stops()
    assert (partition, stopped("ahead")) == (0, 1)
    assert "ends at 1, but the tables are at 5" in reason
    assert cluster.connection.execute("SELECT description FROM tickwheel.handlers").fetchall() == [
        ("said since",)
    ]

    cluster.rebuild()
    cluster.wait_for_the_next_try()
    assert cluster.sequences() == {"new": 1, "other": 5}
    assert (cluster.stops(), stopped("ahead")) == ([], 0)
    cluster.project()
    assert cluster.age_s() == 0
