"""`tickwheel migrate` on a real Postgres."""

import json

import pytest
from tests.integration.postgres.conftest import MigrationFiles
from typer.testing import CliRunner

from tickwheel.cli.main import app
from tickwheel.runtime.postgres import components

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _one_component(database: str, files: MigrationFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write("0001_jobs.sql", "create table jobs (id int);")
    monkeypatch.setenv("TICKWHEEL_POSTGRES_DSN", database)
    monkeypatch.setattr(
        components, "COMPONENTS", [components.Component("projector", files.package, "tickwheel")]
    )


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["migrate", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_tells_what_it_applied_and_then_that_all_is_up_to_date() -> None:
    assert "0001_jobs.sql" in run("--dry-run")
    applied = [{"component": "projector", "schema": "tickwheel", "migration": "0001_jobs.sql"}]
    assert json.loads(run("-o", "json")) == applied
    assert run() == "The database is up to date.\n"
    assert json.loads(run("-o", "json")) == []
