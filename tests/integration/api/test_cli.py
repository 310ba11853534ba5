"""The command line for people, against the real thing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.api.api import Api
from typer.testing import CliRunner

from tickwheel.cli.main import app
from tickwheel.client import RefusedError
from tickwheel.embedded.stack import Stack, endpoints

Run = Callable[..., Any]


@pytest.fixture
def run(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a sub-command and read its JSON."""
    monkeypatch.setenv("TICKWHEEL_API", stack.endpoints.api)
    monkeypatch.setenv("TICKWHEEL_TOKEN", stack.endpoints.admin_token)

    def invoke(*arguments: str) -> Any:
        result = CliRunner().invoke(app, [*arguments, "-o", "json"], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return invoke


def test_a_job_from_creation_to_deletion(run: Run, api: Api) -> None:
    name = api.name()
    made = run("job", "create", name, "--handler", "noop", "--every", "1d12h")
    api.get(f"/jobs/{name}", min_offset=made["offset"])
    assert run("job", "show", name)["interval_ms"] == 129_600_000
    assert [job["name"] for job in run("job", "list", "--search", name)] == [name]
    assert len(run("job", "next", name, "-n", "3")) == 3
    assert run("job", "pause", name, "--reason", "why not")["status"] == "PAUSED"
    offset = run("job", "resume", name)["offset"]
    ran = run("job", "trigger", name, "--payload", '{"a": 1}')
    api.get(f"/jobs/{name}", min_offset=offset)
    assert [event["type"] for event in run("job", "history", name)][:2] == ["JobCreated", "JobPaused"]
    api.wait_for(f"/executions/{ran['execution_id']}", lambda found: found["status"] == "COMPLETED")
    assert run("execution", "list", "--job", name)[0]["status"] == "COMPLETED"
    assert run("execution", "why", ran["execution_id"])["why"] == "it has ended as COMPLETED"
    assert run("job", "delete", name)["status"] == "DELETED"


def test_an_update_changes_what_is_given_and_leaves_the_rest(run: Run, api: Api) -> None:
    name = api.name()
    run("job", "create", name, "--handler", "noop", "--schedule", "0 9 * * *", "--tz", "Europe/Vienna")
    run("job", "pause", name)
    offset = run("job", "update", name, "--every", "2h", "--more", '{"max_retries": 7}')["offset"]
    found = api.get(f"/jobs/{name}", min_offset=offset)["definition"]
    fields = ("when", "interval_ms", "timezone", "max_retries", "handler")
    assert [found[field] for field in fields] == ["interval", 7_200_000, "Europe/Vienna", 7, "noop"]


def test_a_handler_that_nobody_has_is_answered_with_the_nearest(run: Run, api: Api) -> None:
    with pytest.raises(RefusedError, match=r"did you mean noop\?"):
        CliRunner().invoke(app, ["job", "create", api.name(), "--handler", "nop"], catch_exceptions=False)


def test_dead_letters_are_listed_retried_and_dismissed(run: Run, api: Api) -> None:
    name = api.name()
    run("job", "create", name, "--handler", "fail", "--now", "--payload", '{"retryable": false}')
    api.wait_for(f"/dead-letter?job={name}", lambda page: bool(page["items"]))
    failed = run("dlq", "list", "--job", name)[0]["execution_id"]
    again = run("dlq", "retry", failed)["execution_id"]
    api.wait_for(f"/dead-letter/{again}", lambda found: found["status"] == "OPEN")
    run("dlq", "dismiss", again, "--reason", "known")


def test_a_calendar_from_definition_to_deletion(run: Run, api: Api) -> None:
    name = api.name("holidays")
    made = run("calendar", "define", name, "--day", "2099-12-24")
    api.get(f"/calendars/{name}", min_offset=made["offset"])
    assert run("calendar", "show", name)["days"] == ["2099-12-24"]
    assert name in [one["name"] for one in run("calendar", "list")]
    run("calendar", "delete", name)


def test_what_the_api_refuses_ends_with_an_exit_code_and_a_sentence(
    stack: Stack,
) -> None:
    environment = {
        **os.environ,
        "TICKWHEEL_API": stack.endpoints.api,
        "TICKWHEEL_TOKEN": stack.endpoints.admin_token,
    }
    argv = [sys.executable, "-m", "tickwheel.cli", "job", "show", "nobody-has-this"]
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "nobody-has-this" in done.stderr


def test_a_slip_in_the_name_of_a_job_is_answered_with_the_nearest(run: Run, api: Api) -> None:
    name = api.name("nightly")
    run("job", "create", name, "--handler", "noop")
    api.wait_for(f"/jobs/{name}", lambda _: True)
    with pytest.raises(RefusedError, match=f"did you mean {name}?"):
        CliRunner().invoke(app, ["job", "show", name.replace("nightly", "nihgtly")], catch_exceptions=False)


def test_topics_are_those_of_the_stack_that_runs_here(
    run: Run, stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoints.write(stack.endpoints, tmp_path / ".tickwheel")
    monkeypatch.chdir(tmp_path)
    found = {one["topic"]: one["partitions"] for one in run("topics", "describe")}
    assert found["tickwheel.events"] == stack.plan.partitions
    assert run("topics", "verify") == []


def test_workers_are_listed(run: Run, api: Api) -> None:
    api.wait_for("/workers", lambda page: bool(page["items"]))
    assert run("worker", "list")[0]["instance"] == "worker-1"


def test_a_backfill_only_says_what_it_would_do(run: Run, api: Api) -> None:
    name = api.name()
    run("job", "create", name, "--handler", "noop", "--schedule", "0 0 * * *")
    asked = ("--since", "2024-01-01T00:00:00Z", "--until", "2024-01-03T00:00:00Z")
    assert run("job", "backfill", name, *asked)["backfill"]["count"] == 2


def test_the_first_admin_is_made_in_the_database(
    run: Run, stack: Stack, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TICKWHEEL_POSTGRES_DSN", stack.endpoints.postgres)
    name = api.name("root")
    made = run("user", "create", name, "--role", "admin")
    login = {"name": name, "password": made["password"]}
    assert api.http.post(f"{stack.endpoints.api}/api/auth/login", json=login).status_code == 200


def test_a_person_and_a_token_are_made_and_locked_out(run: Run, api: Api) -> None:
    name = api.name("ada")
    run("user", "create", name)
    made = run("user", "token", "ci", "--scope", "view", "--scope", "RUN", "--user", name)
    assert set(made["scopes"]) == {"view", "run"}
    assert made["token_id"] in [one["token_id"] for one in run("user", "tokens")]
    assert run("user", "revoke", made["token_id"])["revoked"]
    assert run("user", "disable", name)["disabled_at"]
    assert run("user", "disable", name, "--undo")["disabled_at"] is None


def test_a_glance_at_the_system(run: Run) -> None:
    result = CliRunner().invoke(app, ["top", "--once"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "Queues" in result.stdout


def test_a_job_is_shown_with_what_is_unusual_about_it(run: Run, api: Api) -> None:
    name = api.name()
    more = '{"overlap": "allow", "end_at": "2100-01-01T00:00:00Z"}'
    made = run("job", "create", name, "--handler", "noop", "--every", "1d", "--more", more)
    api.get(f"/jobs/{name}", min_offset=made["offset"])
    told = CliRunner().invoke(app, ["job", "show", name]).output
    assert {tuple(line.split()) for line in told.splitlines()} >= {
        ("overlap", "allow"),
        ("end_at", "2100-01-01T00:00:00.000Z"),
    }
    assert "definition" not in told
    assert "catch_up" not in told
    assert run("job", "show", name)["definition"]["catch_up"] == "latest"


def test_a_failed_execution_is_shown_with_its_attempts_and_the_last_traceback(run: Run, api: Api) -> None:
    made = run("job", "create", api.name(), "--handler", "fail", "--now", "--payload", '{"retryable": false}')
    page = api.wait_for(f"/executions?job={made['job_id']}&status=FAILED", lambda page: page["total"] == 1)
    told = CliRunner().invoke(app, ["execution", "show", page["items"][0]["execution_id"]]).output
    heading, attempt = told.partition("attempts\n")[2].splitlines()[:2]
    assert heading.split() == ["ATTEMPT", "STATUS", "WORKER", "STARTED", "FINISHED", "ERROR", "MESSAGE"]
    assert attempt.split()[:2] == ["1", "FAILED"]
    assert "Traceback" in told


def test_a_wrong_token_is_told_by_where_it_came_from(stack: Stack) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "TICKWHEEL_API": stack.endpoints.api,
        "TICKWHEEL_TOKEN": "wrong",
    }
    argv = [sys.executable, "-m", "tickwheel.cli", "job", "list"]
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "token in TICKWHEEL_TOKEN" in done.stderr
