"""Rebuild, verify and status: the tables are provably equal to the journal."""

import psycopg
import pytest
from tests.histories import History
from tests.journals import Journal, query, running, wait_for_events, wait_for_rows

from tickwheel.projector.operate import Operator
from tickwheel.runtime.settings import ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

SCHEMAS = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tickwheel_%'"


def quiet(done: int, whole: int) -> None:
    assert 0 <= done <= whole


@pytest.fixture
def projected(journal: Journal, settings: ProjectorSettings) -> list[History]:
    """Ten jobs that ran once, in the tables."""
    histories = [History(f"job-{number}").created() for number in range(10)]
    for history in histories:
        history.ran()
        journal.write(history.events)
    with running(settings) as projector:
        wait_for_events(projector, 50)
    return histories


def execute(dsn: str, statement: str, *arguments: object) -> None:
    with psycopg.connect(dsn) as connection:
        connection.execute(statement.encode(), arguments)


@pytest.mark.usefixtures("projected")
def test_untouched_tables_are_equal_to_the_journal(settings: ProjectorSettings, database: str) -> None:
    assert Operator(settings).verify(quiet) == []
    assert query(database, SCHEMAS) == [(0,)]


def test_each_difference_is_named(
    settings: ProjectorSettings, database: str, projected: list[History]
) -> None:
    changed, dropped, invented = (history.job_id for history in projected[:3])
    execute(database, "UPDATE tickwheel.jobs SET owner = 'eve' WHERE job_id = %s", changed)
    execute(database, "DELETE FROM tickwheel.executions WHERE job_id = %s", dropped)
    execute(database, "INSERT INTO tickwheel.job_placeholders VALUES (%s, 1, 1)", invented)
    found = {(d.table, d.column, d.live, d.journal) for d in Operator(settings).verify(quiet)}
    assert found == {
        ("jobs", "owner", "eve", "ada"),
        ("executions", "", "missing", "there"),
        ("job_placeholders", "", "there", "missing"),
    }


@pytest.mark.usefixtures("projected")
def test_a_rebuild_mends_the_tables_and_the_projector_goes_on_from_them(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    execute(database, "DELETE FROM tickwheel.executions")
    execute(database, "UPDATE tickwheel.jobs SET owner = 'eve'")
    execute(
        database, "INSERT INTO tickwheel.handlers VALUES ('reports.daily', 'async', '', NULL, 'w', now(), 1)"
    )
    with running(settings):
        assert Operator(settings).rebuild(quiet) == 50
        late = History("late").created()
        late.ran()
        journal.write(late.events)
        wait_for_rows(database, "SELECT count(*) FROM tickwheel.executions WHERE status = 'COMPLETED'", 11)
    assert Operator(settings).verify(quiet) == []
    assert query(database, SCHEMAS) == [(0,)]
    assert query(database, "SELECT handler FROM tickwheel.handlers") == [("reports.daily",)]


@pytest.mark.usefixtures("projected")
def test_status_tells_how_far_each_partition_is(settings: ProjectorSettings) -> None:
    events = [each for each in Operator(settings).status() if each.topic.endswith("events")]
    assert sum(each.next_offset for each in events) == 50
    assert sum(each.behind for each in events) == 0
