"""Who may do what: the table of requirements §8, cell by cell, and own jobs only."""

import re

import httpx2
import pytest
from tests.integration.api.api import Api
from tests.integration.api.people import People, Person

from tickwheel.command_api.app import bare_app

NOBODY = "00000000-0000-4000-8000-000000000000"
VIEW = [
    ("GET", "/jobs"),
    ("GET", "/jobs/{job}"),
    ("GET", "/jobs/{job}/changes"),
    ("GET", "/jobs/{job}/diff"),
    ("GET", "/jobs/{job}/executions"),
    ("GET", "/jobs/{job}/history"),
    ("GET", "/jobs/{job}/next"),
    ("GET", "/jobs/{job}/skipped"),
    ("GET", "/jobs/{job}/versions"),
    ("GET", "/executions"),
    ("GET", "/executions/{execution_id}"),
    ("GET", "/executions/{execution_id}/logs"),
    ("GET", "/executions/{execution_id}/why"),
    ("GET", "/dead-letter"),
    ("GET", "/dead-letter/groups"),
    ("GET", "/dead-letter/{execution_id}"),
    ("GET", "/dependencies"),
    ("GET", "/audit"),
    ("GET", "/calendar/past"),
    ("GET", "/calendar/upcoming"),
    ("GET", "/calendars"),
    ("GET", "/calendars/{name}"),
    ("GET", "/schedules/next"),
    ("GET", "/timeline"),
    ("GET", "/values/{field}"),
    ("GET", "/workers"),
    ("GET", "/handlers"),
    ("GET", "/queues"),
    ("GET", "/metrics/summary"),
    ("GET", "/metrics/throughput"),
]
RUN = [("POST", "/jobs/{job}/trigger"), ("POST", "/executions/{execution_id}/retry")]
MANAGE = [
    ("POST", "/jobs"),
    ("POST", "/jobs:batch"),
    ("POST", "/jobs:validate"),
    ("PUT", "/jobs/{job}"),
    ("DELETE", "/jobs/{job}"),
    ("POST", "/jobs/{job}/pause"),
    ("POST", "/jobs/{job}/resume"),
    ("PUT", "/calendars/{name}"),
    ("DELETE", "/calendars/{name}"),
    ("POST", "/executions/{execution_id}/cancel"),
    ("POST", "/dead-letter/{execution_id}/retry"),
    ("DELETE", "/dead-letter/{execution_id}"),
    ("POST", "/admin/backfill"),
    ("POST", "/operations"),
]
OPERATE = [
    ("GET", "/users"),
    ("POST", "/users"),
    ("PATCH", "/users/{name}"),
    ("GET", "/tokens"),
    ("POST", "/tokens"),
    ("DELETE", "/tokens/{token_id}"),
    ("GET", "/operations"),
    ("GET", "/operations/{operation_id}"),
    ("POST", "/workers/{worker}/drain"),
    ("GET", "/metrics"),
]
STREAM = [("GET", "/stream")]
"""Never ends where it is allowed; test_live reads it."""
OPEN = [("GET", "/health/live"), ("GET", "/health/ready")]


@pytest.fixture
def user(people: People) -> Person:
    return people.person("user")


def refused(client: httpx2.Client, calls: list[tuple[str, str]]) -> list[str]:
    return [path for method, path in calls if client.request(method, filled(path)).status_code == 403]


def filled(path: str) -> str:
    """With ids that nobody has."""
    return re.sub(r"{(\w+)}", lambda found: NOBODY if found[1].endswith("_id") else "nobody", path)


def test_the_tables_here_have_every_request() -> None:
    described = bare_app().openapi()["paths"]
    known = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, operations in described.items()
        if path.startswith("/api/v1")
        for method in operations
    }
    assert known == set(VIEW + RUN + MANAGE + OPERATE + STREAM + OPEN)


def test_without_credentials_nothing_is_told(people: People) -> None:
    client = people.client()
    told = [
        path
        for method, path in VIEW + RUN + MANAGE + OPERATE + STREAM
        if client.request(method, filled(path)).status_code != 401
    ]
    assert told == []


def test_a_user_may_view_and_run_and_nothing_else(user: Person) -> None:
    client = user.token()
    assert refused(client, VIEW + RUN) == []
    assert refused(client, MANAGE + OPERATE) == [path for _, path in MANAGE + OPERATE]


def test_an_admin_may_do_everything(people: People) -> None:
    assert refused(people.person("admin").token(), VIEW + RUN + MANAGE + OPERATE) == []


@pytest.mark.parametrize(
    ("scope", "allowed"), [("view", VIEW), ("run", RUN), ("manage", MANAGE), ("operate", OPERATE)]
)
def test_a_token_may_do_only_what_its_scopes_name(
    people: People, scope: str, allowed: list[tuple[str, str]]
) -> None:
    client = people.person("admin").token(scope)
    others = [call for call in VIEW + RUN + MANAGE + OPERATE if call not in allowed]
    assert refused(client, allowed) == []
    assert refused(client, others) == [path for _, path in others]


def test_a_user_sees_and_runs_their_own_jobs_only(people: People, api: Api, user: Person) -> None:
    theirs = api.create()
    admin = people.person("admin")
    made = admin.token().post("/jobs", json={"name": api.name(), "handler": "noop"}).json()
    ran = api.post(f"/jobs/{theirs['job_id']}/trigger")
    api.get(f"/executions/{ran['execution_id']}", min_offset=ran["offset"])
    client = user.token()
    assert client.get("/jobs").json()["items"] == []
    assert client.get("/executions").json()["items"] == []
    for path in (
        f"/jobs/{theirs['job_id']}",
        f"/jobs/{made['job_id']}",
        f"/jobs/{theirs['job_id']}/executions",
        f"/jobs/{theirs['job_id']}/versions",
        f"/jobs/{theirs['job_id']}/history",
        f"/jobs/{theirs['job_id']}/changes",
        f"/jobs/{theirs['job_id']}/skipped",
        f"/jobs/{theirs['job_id']}/next",
        f"/executions/{ran['execution_id']}",
        f"/executions/{ran['execution_id']}/logs",
        f"/executions/{ran['execution_id']}/why",
    ):
        assert client.get(path).status_code == 404, path
    assert client.post(f"/jobs/{theirs['job_id']}/trigger").status_code == 404
    assert client.post(f"/executions/{ran['execution_id']}/retry").status_code == 404
    assert client.get("/jobs", params={"owner": "admin"}).status_code == 403


def test_a_user_is_not_told_what_the_jobs_of_others_are_called_that_theirs_wait_for(
    api: Api, user: Person
) -> None:
    upstream = api.create()
    made = api.create(owner=user.name, depends_on=[upstream["job_id"]])
    ran = api.post(f"/jobs/{upstream['job_id']}/trigger")
    path = f"/jobs/{made['job_id']}"
    told = api.wait_for(path, lambda job: bool(job["depends_on"] and job["depends_on"][0]["satisfied_at"]))
    assert told["depends_on"][0]["satisfied_by"] == ran["execution_id"]
    seen = user.token().get(path).json()["depends_on"][0]
    assert seen["upstream_job_id"] == upstream["job_id"]
    assert (seen["name"], seen["satisfied_by"]) == (None, None)
    assert seen["satisfied_at"] is not None


def test_a_user_chooses_no_secrets_for_the_runs_of_their_jobs(api: Api, user: Person) -> None:
    made = api.create(owner=user.name)
    api.get(f"/jobs/{made['job_id']}", min_offset=made["offset"])
    trigger, stolen = f"/jobs/{made['job_id']}/trigger", {"payload": {"to": "me", "body": "x secret://db"}}
    refused = user.token().post(trigger, json=stolen)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (403, "payload")
    assert user.token().post(trigger, json={"payload": {"to": "me"}}).status_code == 201
    assert api.post(trigger, stolen)["execution_id"]


def test_a_user_may_trigger_a_job_that_was_made_for_them(api: Api, user: Person) -> None:
    made = api.create(owner=user.name)
    api.get(f"/jobs/{made['job_id']}", min_offset=made["offset"])
    client = user.token()
    assert [job["job_id"] for job in client.get("/jobs").json()["items"]] == [made["job_id"]]
    assert client.post(f"/jobs/{made['job_id']}/trigger").status_code == 201


def test_every_write_carries_its_actor(people: People, api: Api) -> None:
    admin = people.person("admin")
    made = admin.token().post("/jobs", json={"name": api.name(), "handler": "noop"}).json()
    found = api.get(f"/jobs/{made['job_id']}", min_offset=made["offset"])
    assert (found["created_by"], found["owner"]) == (admin.name, admin.name)


def test_a_revoked_token_is_worthless(api: Api, user: Person) -> None:
    client = user.token()
    assert client.get("/jobs").status_code == 200
    token_id = next(one for one in api.get("/tokens")["items"] if one["user_name"] == user.name)["token_id"]
    assert api.http.delete(f"/tokens/{token_id}").status_code == 200
    assert client.get("/jobs").status_code == 401


def test_tokens_and_passwords_are_never_shown_again(api: Api, user: Person) -> None:
    user.token()
    shown = {key for one in api.get("/tokens")["items"] + api.get("/users")["items"] for key in one}
    assert not shown & {"token", "token_hash", "password", "password_hash"}
