"""Rebuild, verify and status: the tables are provably equal to the journal."""

import threading

import psycopg
import pytest
from tests.histories import History
from tests.journals import Journal, query, running, wait_for_events, wait_for_rows

from tickwheel.projector import months, patience
from tickwheel.projector.operate import Operator
from tickwheel.runtime.settings import ProjectorSettings

pytestmark = [pytest.mark.kafka, pytest.mark.postgres]

AHEAD = """
SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'tickwheel'::regnamespace
  AND relname >= 'executions_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM') AND relname LIKE 'executions\\_2%%'
"""
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
    # As a rebuild leaves it that is ended just before its end.
    execute(database, "CREATE SCHEMA tickwheel_former; CREATE TABLE tickwheel_former.jobs ()")
    execute(
        database,
        "CREATE VIEW public.ended AS SELECT job_id FROM tickwheel.executions WHERE status = 'COMPLETED'",
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
    assert query(database, "SELECT count(*) FROM public.ended") == [(11,)]
    assert len(query(database, AHEAD)) >= 1 + months.AHEAD


def test_a_rebuild_waits_for_nobody_whose_query_is_long(
    projected: list[History],
    settings: ProjectorSettings,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with psycopg.connect(database) as reader:
        reader.execute("SELECT count(*) FROM tickwheel.execution_logs")
        pauses = []

        def read_to_the_end(seconds: float) -> None:
            pauses.append(seconds)
            reader.commit()

        monkeypatch.setattr(patience, "WAIT_MS", 50)
        monkeypatch.setattr(patience, "sleep", read_to_the_end)
        assert Operator(settings).rebuild(quiet) == 5 * len(projected)
    assert len(pauses) == 1


@pytest.mark.usefixtures("projected")
def test_status_tells_how_far_each_partition_is(settings: ProjectorSettings) -> None:
    events = [each for each in Operator(settings).status() if each.topic.endswith("events")]
    assert sum(each.next_offset for each in events) == 50
    assert sum(each.behind for each in events) == 0


def test_rebuilds_under_load_lose_nothing_and_apply_nothing_twice(
    journal: Journal, settings: ProjectorSettings, database: str
) -> None:
    rebuilt = threading.Event()
    runs = 0

    def work() -> None:
        nonlocal runs
        while not rebuilt.is_set():
            history = History(f"job-{runs}").created()
            history.ran()
            journal.write(history.events)
            runs += 1

    load = threading.Thread(target=work)
    with running(settings), running(settings):
        load.start()
        try:
            records = [Operator(settings).rebuild(quiet) for _ in range(3)]
        finally:
            rebuilt.set()
            load.join()
        wait_for_rows(database, "SELECT count(*) FROM tickwheel.executions WHERE status = 'COMPLETED'", runs)
        assert query(database, "SELECT topic FROM tickwheel.projection_offsets WHERE stop_reason <> ''") == []
    assert records == sorted(records)
    assert Operator(settings).verify(quiet) == []
