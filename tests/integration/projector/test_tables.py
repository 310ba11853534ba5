"""What people find in the tables after a job's history was projected."""

import msgspec
import pytest
from tests.histories import History
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
