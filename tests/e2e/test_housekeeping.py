"""The nightly clean-up is an ordinary job: made at the start, run by Tickwheel itself; and what it archived runs again."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx2
import psycopg
import pytest
from tests.integration.api.api import Api, Json

from tickwheel.embedded.stack import Stack, StackPlan
from tickwheel.projector.months import Month, make_partitions

OLD_ROW = """
INSERT INTO executions (
    execution_id, created_at, job_id, job_name, owner, handler, queue, priority, status, origin, occurrence, due_at,
    attempt, waits_for, payload, updated_at, log_partition, log_offset
) VALUES (
    gen_random_uuid(), '2024-11-06', gen_random_uuid(), 'long-gone', '', 'noop', 'default', 50, 'COMPLETED', 'trigger',
    'once', '2024-11-06', 1, '', '{"n": 1}', '2024-11-06', 0, 0
)
"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("housekeeping")
    settings = {"TICKWHEEL_ARCHIVE_KEEP_DAYS": "3650"}
    with Stack(StackPlan(housekeepers=1, health_streams=0, endpoints_dir=folder, settings=settings)) as stack:
        yield stack


@pytest.fixture
def api(stack: Stack) -> Iterator[Api]:
    at = stack.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=60.0) as http:
        yield Api(http)


def tickwheel(stack: Stack, *arguments: str) -> str:
    at = stack.endpoints
    environment = {
        **os.environ,
        "TICKWHEEL_API": at.api,
        "TICKWHEEL_TOKEN": at.admin_token,
        "TICKWHEEL_POSTGRES_DSN": at.postgres,
        "TICKWHEEL_ARCHIVE_STORE": str(stack.folder / "archive"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tickwheel.cli", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait_for(api: Api, path: str, status: str) -> Json:
    found: dict[str, Any] = {}

    def ended(body: Json) -> bool:
        found.update(next((each for each in body["items"] if each["status"] == status), {}))
        return bool(found)

    for _ in range(10):  # a busy machine may need more than the one deadline
        try:
            api.wait_for(path, ended)
        except AssertionError:
            continue
        return found
    raise AssertionError(f"{path} has no execution that is {status}")


def old_rows(dsn: str) -> None:
    """Two executions of two years ago, of a job that nobody knows any more."""
    with psycopg.connect(dsn) as connection:
        connection.execute("SET search_path TO tickwheel")
        make_partitions(connection, Month(2024, 11))
        for _ in range(2):
            connection.execute(OLD_ROW)


def test_the_clean_up_runs_as_a_job_and_what_it_archived_can_be_asked_and_run_again(
    stack: Stack, api: Api
) -> None:
    job = api.wait_for("/jobs/system:data-cleanup", lambda _: True)
    assert (job["cron"], job["queue"], job["timezone"]) == ("0 3 * * *", "system", "UTC")

    old_rows(stack.endpoints.postgres)
    api.post("/jobs/system:data-cleanup/trigger", {})
    run = wait_for(api, "/jobs/system:data-cleanup/executions", "COMPLETED")
    done = api.get(f"/executions/{run['execution_id']}")["result"]["done"]
    assert done == ["archived 2024-11"]

    answer = tickwheel(stack, "archive", "query", "SELECT job_name, count(*) AS n FROM executions GROUP BY 1")
    assert "long-gone" in answer
    assert "2 executions would run again" in tickwheel(stack, "archive", "rerun", "2024-11")
    assert api.get("/executions", handler="noop")["items"] == []
    tickwheel(stack, "archive", "rerun", "2024-11", "--yes")
    again = wait_for(api, "/executions?handler=noop", "COMPLETED")
    assert again["job_name"].startswith("long-gone:rerun:")
    assert len(api.get("/executions", handler="noop")["items"]) == 2
