"""Tables that were made anew take the place of the live ones, and what others have hung on those stays."""

from collections.abc import Iterator

import psycopg
import pytest
from tests.histories import History
from tests.projections import TOPIC, Projection

from tickwheel.projector import hangers_on, shadow
from tickwheel.projector.faults import HeldError
from tickwheel.projector.months import make_months_ahead
from tickwheel.runtime.clock import SystemClock

pytestmark = pytest.mark.postgres

ROLES = ("grafana_of_ours", "tickwheel_reader")


@pytest.fixture
def analysts(projection: Projection) -> Iterator[psycopg.Connection]:
    """Views of their own over the live tables, one of them over the other, and a role for their dashboards."""
    with psycopg.connect(projection.dsn, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS grafana_of_ours")
        connection.execute("CREATE ROLE grafana_of_ours; GRANT USAGE ON SCHEMA tickwheel TO grafana_of_ours")
        connection.execute("GRANT SELECT ON tickwheel.jobs, tickwheel.queues TO grafana_of_ours")
        connection.execute("CREATE SCHEMA team")
        connection.execute(
            "CREATE VIEW team.daily WITH (security_barrier=true) AS "
            "SELECT name, tickwheel.definition_in_full(definition) AS whole FROM tickwheel.jobs WHERE handler LIKE 'reports.%'"
        )
        connection.execute("CREATE VIEW team.names AS SELECT name FROM team.daily")
        connection.execute("COMMENT ON VIEW team.daily IS 'Ours.'")
        yield connection
        connection.execute("DROP OWNED BY grafana_of_ours; DROP ROLE grafana_of_ours")


def swap(projection: Projection) -> None:
    with psycopg.connect(projection.dsn, autocommit=True) as making:
        shadow.make(making, shadow.REBUILD)
        assert making.execute("SHOW statement_timeout").fetchone() == ("0",)
        make_months_ahead(making, shadow.REBUILD, SystemClock())
        with projection.connection.transaction():
            shadow.take_over_reports(projection.connection, TOPIC)
            shadow.swap(projection.connection)
        shadow.drop(making, shadow.FORMER)


def test_views_of_others_show_the_new_tables_and_keep_their_rights(
    projection: Projection, analysts: psycopg.Connection
) -> None:
    projection.apply(*History("report").created().events)
    assert analysts.execute("SELECT name FROM team.names").fetchall() == [("report",)]
    analysts.execute(
        "GRANT SELECT ON team.daily TO grafana_of_ours; GRANT USAGE ON SCHEMA team TO grafana_of_ours"
    )
    swap(projection)
    assert analysts.execute("SELECT name FROM team.names").fetchall() == []
    analysts.execute("INSERT INTO tickwheel.job_placeholders SELECT gen_random_uuid(), 1, 1")
    analysts.execute("SET ROLE grafana_of_ours")
    assert analysts.execute("SELECT * FROM team.daily, tickwheel.jobs, tickwheel.queues").fetchall() == []
    analysts.execute("RESET ROLE")
    kept = "SELECT obj_description('team.daily'::regclass), reloptions FROM pg_class WHERE oid = 'team.daily'::regclass"
    assert analysts.execute(kept).fetchone() == ("Ours.", ["security_barrier=true"])


def test_readers_may_read_what_is_made_after_a_swap(projection: Projection) -> None:
    swap(projection)
    projection.connection.execute("CREATE TABLE tickwheel.of_a_later_release (n integer)")
    projection.connection.execute("SET ROLE tickwheel_reader")
    for table in ("jobs", "executions", "queues", "of_a_later_release"):
        assert projection.rows(f"SELECT * FROM tickwheel.{table}") == []  # noqa: S608 - the names are ours
    projection.connection.execute("RESET ROLE")


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("CREATE MATERIALIZED VIEW team.held AS SELECT name FROM tickwheel.jobs", "materialized view team.held"),
        ("CREATE TABLE team.notes (job_id uuid REFERENCES tickwheel.jobs)", "constraint notes_job_id_fkey on team.notes"),
        ("CREATE FUNCTION team.held() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM tickwheel.jobs; END", r"function team.held\(\)"),
        ("CREATE PUBLICATION held FOR TABLE tickwheel.jobs", "publication"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_along_is_named_before_anything_is_done(
    projection: Projection, analysts: psycopg.Connection, statement: str, name: str
) -> None:
    analysts.execute(statement.encode())
    with pytest.raises(HeldError, match=name), projection.connection.transaction():
        hangers_on.views(projection.connection)


def test_tables_of_people_that_lie_among_ours_are_named_before_they_are_dropped(
    projection: Projection,
) -> None:
    projection.connection.execute("CREATE TABLE tickwheel.notes (n integer)")
    with psycopg.connect(projection.dsn, autocommit=True) as making:
        shadow.make(making, shadow.REBUILD)
        with pytest.raises(HeldError, match=r"not the projector's.*notes"):
            hangers_on.refuse_strangers(making, shadow.REBUILD)


def test_two_who_make_tables_in_one_schema_do_not_disturb_each_other(projection: Projection) -> None:
    with psycopg.connect(projection.dsn, autocommit=True) as first:
        shadow.make(first, shadow.VERIFY)
        with pytest.raises(HeldError, match="wait for its end"):
            shadow.make(projection.connection, shadow.VERIFY)
        shadow.make(projection.connection, shadow.REBUILD)
