"""What people find in the tables after a job's history was projected."""

import msgspec
import psycopg
import pytest
from tests.histories import NOVEMBER, History
from tests.projections import Projection

from tickwheel.protocol.definition import JobDefinition

pytestmark = pytest.mark.postgres


def test_a_run_that_went_well_is_one_job_one_execution_and_one_attempt(projection: Projection) -> None:
    history = History("report").created()
    execution_id = history.ran()
    projection.apply(*history.events)
    job = projection.row("SELECT * FROM jobs")
    assert (job["name"], job["owner"], job["sequence"], job["last_status"]) == (
        "report",
        "ada",
        5,
        "COMPLETED",
    )
    execution = projection.row("SELECT * FROM executions")
    assert str(execution["execution_id"]) == execution_id
    assert (execution["status"], execution["owner"]) == ("COMPLETED", "ada")
    assert (execution["attempt"], execution["worker_id"], execution["result"]) == (1, "worker-1", {"rows": 3})
    attempt = projection.row("SELECT * FROM attempts")
    assert (attempt["attempt"], attempt["status"]) == (1, "COMPLETED")
    assert attempt["dispatched_at"] < attempt["claimed_at"] < attempt["finished_at"]
    assert projection.row("SELECT * FROM commands")["command_type"] == "CreateJob"
    assert projection.row("SELECT * FROM job_versions")["definition"]["handler"] == "reports.daily"


def test_a_definition_is_kept_as_it_was_said_and_can_be_had_in_full(projection: Projection) -> None:
    history = History("report")
    history.definition = JobDefinition(
        name="report", handler="reports.daily", max_retries=0, tags={"team": "a"}
    )
    projection.apply(*history.created().events)
    job = projection.row("SELECT definition, definition_in_full(definition) AS whole FROM jobs")
    assert job["definition"] == {
        "name": "report",
        "handler": "reports.daily",
        "max_retries": 0,
        "tags": {"team": "a"},
    }
    assert job["whole"] == msgspec.json.decode(msgspec.json.encode(history.definition))


MONTHS = """
SELECT replace(relname, 'executions_', '') AS month FROM pg_class
WHERE relkind = 'r' AND relname LIKE 'executions\\_2%%' AND relnamespace = 'tickwheel'::regnamespace ORDER BY relname
"""


def test_a_new_month_begins_while_somebody_reads_and_the_next_ones_are_there_before_it(
    projection: Projection,
) -> None:
    with psycopg.connect(projection.dsn) as reader:
        reader.execute("SELECT count(*) FROM tickwheel.executions")
        projection.connection.execute("SET lock_timeout TO '1s'")
        for days in (0, 30):
            history = History(f"job-{days}", start_ms=NOVEMBER + days * 86_400_000).created()
            history.ran()
            projection.apply(*history.events)
    assert projection.backlog.stops == {}
    assert [row["month"] for row in projection.rows(MONTHS)] == [
        "2026_11",
        "2026_12",
        "2027_01",
        "2027_02",
    ]
