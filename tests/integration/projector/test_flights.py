"""A batch that fails while the next one is already folded: what it would have stopped alone it stops here, no more."""

import psycopg
import pytest
from tests.histories import History
from tests.projections import TOPIC, Projection

from tickwheel.projector.faults import OvertakenError
from tickwheel.protocol.events.event import Event
from tickwheel.runtime.log.records import TopicPartition

pytestmark = pytest.mark.postgres

FIRST = TopicPartition(TOPIC, 0)
SECOND = TopicPartition(TOPIC, 1)


def fly(projection: Projection, *events: Event, other: tuple[Event, ...] = ()) -> None:
    """A batch with these events of the first partition and those of the second; another one is to come."""
    records = [projection.record(event, 0) for event in events]
    projection.project(
        [*records, *(projection.record(event, 1) for event in other)],
        more_to_come=True,
    )


def test_a_missing_event_stops_its_partition_and_the_batches_behind_it_go_on_elsewhere(
    projection: Projection,
) -> None:
    one, other = History("one").created(), History("other").created()
    one.ran()
    other.ran()
    fly(projection, one.events[0], other=(other.events[0],))
    fly(projection, one.events[2], other=tuple(other.events[1:3]))
    fly(projection, *one.events[3:], other=tuple(other.events[3:]))
    assert projection.backlog.settle()
    stop = projection.backlog.stops[FIRST]
    assert (stop.word, stop.offset) == ("sequence", 1)
    assert projection.backlog.positions == {FIRST: 1, SECOND: 5}
    assert projection.rows("SELECT name, sequence FROM jobs ORDER BY name") == [
        {"name": "one", "sequence": 1},
        {"name": "other", "sequence": 5},
    ]


def test_a_row_that_postgres_refuses_stops_its_partition_at_that_row(projection: Projection) -> None:
    broken, later = History("broken").created(), History("later").created()
    broken.due(execution_id="not-a-uuid")
    fly(projection, *broken.events)
    fly(projection, *later.events, other=tuple(History("elsewhere").created().events))
    assert projection.backlog.settle()
    stop = projection.backlog.stops[FIRST]
    assert (stop.word, stop.offset) == ("refused", 1)
    assert projection.backlog.positions == {FIRST: 1, SECOND: 1}


def test_a_projector_that_was_overtaken_drops_both_batches(projection: Projection) -> None:
    history = History("report").created()
    history.ran()
    projection.connection.execute("UPDATE projection_offsets SET next_offset = 7 WHERE partition = 0")
    fly(projection, *history.events[:2])
    with pytest.raises(OvertakenError):
        fly(projection, *history.events[2:])
    assert projection.backlog.positions[FIRST] == 0
    assert not projection.backlog.is_under_way
    assert projection.rows("SELECT * FROM jobs") == []


def test_a_lost_connection_leaves_the_positions_where_postgres_has_them(projection: Projection) -> None:
    history = History("report").created()
    fly(projection, *history.events)
    assert projection.backlog.settle()
    history.ran()
    with psycopg.connect(projection.dsn, autocommit=True) as assassin:
        assassin.execute("SELECT pg_terminate_backend(%s)", [projection.connection.info.backend_pid])
    fly(projection, *history.events[1:])
    with pytest.raises(psycopg.OperationalError):
        projection.backlog.settle()
    assert projection.backlog.positions[FIRST] == 1
