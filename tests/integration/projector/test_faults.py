"""A record that cannot be applied stops its own partition, says so, and nothing else."""

import random

import pytest
from tests.histories import History
from tests.projections import TOPIC, Projection

from tickwheel.projector.copytext import WORD_MAX
from tickwheel.projector.faults import OvertakenError
from tickwheel.protocol.events.answer import CommandRejected
from tickwheel.runtime.log.records import TopicPartition

pytestmark = pytest.mark.postgres

FIRST = TopicPartition(TOPIC, 0)
SECOND = TopicPartition(TOPIC, 1)

NEWER_RELEASE = b"\0\0\0\xff\xffsomething"
"""Framed, but with a schema id that this release does not know."""


def test_an_event_of_a_newer_release_stops_its_partition_while_the_rest_go_on(projection: Projection) -> None:
    one, other = History("one").created(), History("other").created()
    one.ran()
    projection.project(
        [
            *[projection.record(event, 0) for event in one.events[:1]],
            projection.record(NEWER_RELEASE, 0),
            *[projection.record(event, 0) for event in one.events[1:]],
            *[projection.record(event, 1) for event in other.events],
        ]
    )
    assert {row["name"] for row in projection.rows("SELECT name FROM jobs")} == {"one", "other"}
    assert projection.backlog.positions == {FIRST: 1, SECOND: 1}
    assert projection.backlog.stops[FIRST].offset == 1
    assert "upgrade" in str(projection.backlog.stops[FIRST])


@pytest.mark.parametrize("same_batch", [True, False])
def test_a_missing_event_stops_its_partition(projection: Projection, same_batch: bool) -> None:
    history = History("report").created()
    history.ran()
    first, _missing, *rest = history.events
    if same_batch:
        projection.apply(first, *rest)
    else:
        projection.apply(first)
        projection.apply(*rest)
    stop = projection.backlog.stops[FIRST]
    assert (stop.word, stop.offset) == ("sequence", 1)
    assert "event 3" in str(stop)
    assert "2 was expected" in str(stop)
    assert projection.row("SELECT sequence FROM jobs") == {"sequence": 1}
    assert projection.backlog.positions[FIRST] == 1


def test_an_event_that_comes_again_stops_its_partition(projection: Projection) -> None:
    history = History("report").created()
    projection.apply(*history.events)
    projection.apply(*history.events)
    assert "came again" in str(projection.backlog.stops[FIRST])
    assert projection.row("SELECT next_offset FROM projection_offsets WHERE partition = 0") == {
        "next_offset": 1
    }


def test_other_jobs_of_the_batch_are_written_up_to_the_fault(projection: Projection) -> None:
    one, other = History("one").created(), History("other").created()
    one.ran()
    projection.apply(one.events[0])
    projection.apply(*other.events, one.events[3])
    assert {row["name"] for row in projection.rows("SELECT name FROM jobs")} == {"one", "other"}
    assert projection.backlog.stops[FIRST].offset == 2


def test_a_row_that_postgres_refuses_stops_its_partition_alone(projection: Projection) -> None:
    sound, broken, later = History("sound").created(), History("broken").created(), History("later").created()
    broken.due(execution_id="not-a-uuid")
    records = [
        *[projection.record(event, 0) for event in [*sound.events, *broken.events, *later.events]],
        *[projection.record(event, 1) for event in History("elsewhere").created().events],
    ]
    projection.project(records)
    assert {row["name"] for row in projection.rows("SELECT name FROM jobs")} == {
        "sound",
        "broken",
        "elsewhere",
    }
    stop = projection.backlog.stops[FIRST]
    assert (stop.word, stop.offset) == ("refused", 2)


def test_after_the_fix_the_partition_goes_on_from_where_it_stopped(projection: Projection) -> None:
    history = History("report").created()
    history.ran()
    projection.apply(history.events[0], NEWER_RELEASE, *history.events[1:])
    projection.backlog.stops.clear()
    projection.restart_partition(0, at=1)
    projection.apply(*history.events[1:])
    assert projection.row("SELECT sequence FROM jobs") == {"sequence": 5}


def test_a_projector_that_was_overtaken_writes_nothing(projection: Projection) -> None:
    projection.connection.execute("UPDATE projection_offsets SET next_offset = 7 WHERE partition = 0")
    with pytest.raises(OvertakenError):
        projection.apply(*History("report").created().events)
    assert projection.rows("SELECT * FROM jobs") == []


HOSTILE = [
    "[" * 100_000,
    '{"a": "\\u0000"}',
    '"\\ud800"',
    "1" * 200_000,
    "1e400000",
    "-1e-400000",
    "0." + "1" * 20_000,
    "NaN",
    '{"a": 1, "a": 2}',
    "None",
    "\\.",
    "\ufeff{}",
]


@pytest.mark.parametrize("payload", HOSTILE, ids=range(len(HOSTILE)))
def test_no_payload_of_a_user_stops_a_partition(projection: Projection, payload: str) -> None:
    history = History("report", payload=payload, description=payload[:1_000]).created()
    history.completed(history.due(payload=payload), result=payload)
    projection.apply(*history.events)
    assert projection.backlog.stops == {}
    assert projection.row("SELECT description FROM jobs")["description"] == payload[:1_000]


LONG = "".join(random.Random(1).choices("\U0001f600\U0001f680\U0001f9ff\U00020000", k=5_000))
"""More than an index of Postgres takes, and nothing that it could pack."""


def test_no_name_that_outside_clients_chose_stops_a_partition(projection: Projection) -> None:
    history = History("report").created(actor=LONG, cause_id=LONG)
    refused = {"code": "invalid", "field": "", "message": LONG, "command_type": "CreateJob"}
    history.answer(CommandRejected, actor=LONG, cause_id=f"{LONG}2", **refused)
    execution_id = history.due(backfill_id=LONG)
    history.claimed(execution_id).attempt_failed(execution_id, worker_id=LONG, error_class=LONG)
    history.claimed(execution_id, 2).failed(execution_id, 2, worker_id=LONG, error_class=LONG)
    projection.apply(*history.events)
    assert projection.backlog.stops == {}
    letter = projection.row("SELECT error_class FROM dead_letters")
    assert letter == {"error_class": LONG[: WORD_MAX - 1] + "\N{HORIZONTAL ELLIPSIS}"}


def test_a_row_that_is_too_large_for_an_index_is_no_reason_to_connect_again(projection: Projection) -> None:
    projection.connection.execute("CREATE INDEX too_narrow ON jobs (description)")
    projection.apply(*History("broken", description=LONG).created().events)
    projection.apply(*History("elsewhere").created().events, partition=1)
    assert projection.rows("SELECT name FROM jobs") == [{"name": "elsewhere"}]
    assert "exceeds" in str(projection.backlog.stops[FIRST])
