"""The projector on a real Kafka and a real Postgres."""

import pytest
from tests.histories import History
from tests.journals import PARTITIONS, Journal, query, running, wait_for_events, wait_for_rows

from tickwheel.runtime.settings import ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]


def test_events_become_rows_and_offsets_move_with_them(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    histories = [History(f"job-{number}").created() for number in range(20)]
    for history in histories:
        history.ran()
        journal.write(history.events)
    with running(settings) as projector:
        wait_for_events(projector, 100)
    assert query(database, "SELECT status, count(*) FROM tickwheel.executions GROUP BY status") == [
        ("COMPLETED", 20)
    ]
    assert query(
        database, "SELECT sum(next_offset) FROM tickwheel.projection_offsets WHERE topic LIKE '%events'"
    ) == [(100,)]


def test_two_projectors_share_the_partitions_and_write_each_event_once(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    with running(settings) as one, running(settings) as other:
        for number in range(30):
            history = History(f"job-{number}").created()
            history.ran()
            journal.write(history.events)
        wait_for_rows(database, "SELECT count(*) FROM tickwheel.executions WHERE status = 'COMPLETED'", 30)
        assert {one.name, other.name} == {"projector"}
    assert query(database, "SELECT DISTINCT sequence FROM tickwheel.jobs") == [(5,)]


def test_a_connection_that_postgres_ends_is_made_anew(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    history = History("report").created()
    journal.write(history.events)
    with running(settings) as projector:
        wait_for_events(projector, 1)
        query(
            database,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tickwheel projector'",
        )
        history.ran()
        journal.write(history.events[1:])
        wait_for_events(projector, 4)
    assert query(database, "SELECT sequence, last_status FROM tickwheel.jobs") == [(5, "COMPLETED")]


def test_a_stopped_partition_is_noted_for_people_while_others_go_on(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    histories = [History(f"job-{number}").created() for number in range(20)]
    journal.write_raw(histories[0].job_id, b"\0\0\0\xff\xffof a newer release")
    for history in histories:
        journal.write(history.events)
    with running(settings):
        wait_for_rows(
            database,
            "SELECT count(*) FROM tickwheel.projection_offsets WHERE stop_reason LIKE '%upgrade%'",
            1,
        )
        wait_for_rows(
            database,
            "SELECT count(*) FROM tickwheel.projection_offsets WHERE topic LIKE '%events' AND next_offset > 0",
            PARTITIONS - 1,
        )
