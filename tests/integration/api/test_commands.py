"""Commands through HTTP: each is decided before it is answered."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest
from tests.integration.api.api import Api


def test_a_job_that_is_created_can_be_read_back_with_its_offset(api: Api) -> None:
    made = api.create(schedule="0 0 1 1 *", tags={"team": "billing"})
    found = api.get(f"/jobs/{made['job_id']}", min_offset=made["offset"])
    assert (found["status"], found["version"], found["cron"]) == ("SCHEDULED", 1, "0 0 1 1 *")


def test_a_job_runs_and_its_execution_is_seen(api: Api) -> None:
    made = api.create(now=True)
    ran = api.wait_for(f"/jobs/{made['job_id']}/executions", lambda page: bool(page["items"]))
    execution_id = ran["items"][0]["execution_id"]
    ended = api.wait_for(f"/executions/{execution_id}", lambda found: found["status"] == "COMPLETED")
    assert [attempt["status"] for attempt in ended["attempts"]] == ["COMPLETED"]


def test_the_same_name_twice_is_a_conflict(api: Api) -> None:
    name = api.name()
    api.create(name)
    refused = api.http.post("/jobs", json={"name": name, "handler": "noop"})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert refused.headers["content-type"] == "application/problem+json"


def test_the_same_key_from_fifty_clients_at_once_is_one_job_and_one_answer(api: Api) -> None:
    name, headers = api.name(), {"Idempotency-Key": api.name("key")}

    def create(_: int) -> tuple[int, str, str]:
        answer = api.http.post("/jobs", json={"name": name, "handler": "noop"}, headers=headers)
        return answer.status_code, answer.json()["job_id"], answer.json()["command_id"]

    with ThreadPoolExecutor(50) as clients:
        answers = set(clients.map(create, range(50)))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 201


def test_a_repeated_trigger_makes_one_execution(api: Api) -> None:
    name, headers = api.name(), {"Idempotency-Key": api.name("key")}
    api.create(name)
    first, second = (api.http.post(f"/jobs/{name}/trigger", headers=headers) for _ in range(2))
    assert first.json()["execution_id"] == second.json()["execution_id"]
    assert second.headers["tickwheel-repeated"] == "true"


def test_a_key_counts_for_one_operation_only(api: Api) -> None:
    name, headers = api.name(), {"Idempotency-Key": api.name("key")}
    api.http.post("/jobs", json={"name": name, "handler": "noop"}, headers=headers)
    assert api.http.post(f"/jobs/{name}/pause", headers=headers).json()["status"] == "PAUSED"


def test_the_same_key_for_something_else_is_refused_after_the_first_has_ended(api: Api) -> None:
    headers = {"Idempotency-Key": api.name("key")}
    spec = {"name": api.name(), "handler": "noop"}
    first = api.http.post("/jobs", json=spec, headers=headers)
    assert (first.status_code, api.http.post("/jobs", json=spec, headers=headers).json()["job_id"]) == (
        201,
        first.json()["job_id"],
    )
    refused = api.http.post("/jobs", json={**spec, "priority": 7}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


def test_a_name_may_hold_slashes_and_percent_signs(api: Api) -> None:
    for name in (f"team/{api.name()}/daily", f"100%2F{api.name()}", f"a b?#{api.name()}/"):
        made = api.create(name, schedule="0 0 1 1 *")
        path = f"/jobs/{quote(name, safe='')}"
        assert api.get(path, min_offset=made["offset"])["name"] == name
        assert api.post(f"{path}/pause")["status"] == "PAUSED"
        assert api.http.delete(path).json()["status"] == "DELETED"


def test_an_update_of_an_old_version_is_refused(api: Api) -> None:
    name = api.name()
    api.create(name)
    spec = {"name": name, "handler": "noop", "description": "second"}
    assert api.http.put(f"/jobs/{name}", json=spec, headers={"If-Match": '"1"'}).json()["version"] == 2
    refused = api.http.put(f"/jobs/{name}", json=spec, headers={"If-Match": '"1"'})
    assert (refused.status_code, refused.json()["code"]) == (412, "version_conflict")


def test_the_etag_of_a_job_is_what_if_match_wants(api: Api) -> None:
    made = api.create()
    path = f"/jobs/{made['job_id']}"
    read = api.http.get(path, params={"min_offset": made["offset"]})
    for known in (read.headers["etag"], f'"other", W/{read.headers["etag"]}', "*"):
        assert api.http.get(path, headers={"If-None-Match": known}).status_code == 304
    deleted = api.http.delete(path, headers={"If-Match": read.headers["etag"]})
    assert (deleted.status_code, deleted.json()["status"]) == (200, "DELETED")


def test_a_job_is_paused_and_resumed(api: Api) -> None:
    name = api.name()
    api.create(name, schedule="0 0 1 1 *")
    assert api.post(f"/jobs/{name}/pause", {"reason": "holiday"})["status"] == "PAUSED"
    again = api.http.post(f"/jobs/{name}/pause")
    assert (again.status_code, again.json()["code"]) == (409, "wrong_state")
    assert api.post(f"/jobs/{name}/resume", {"missed": "skip"})["status"] == "SCHEDULED"


def test_a_trigger_carries_its_payload(api: Api) -> None:
    name = api.name()
    api.create(name)
    made = api.post(f"/jobs/{name}/trigger", {"payload": {"answer": 42}})
    found = api.get(f"/executions/{made['execution_id']}", min_offset=made["offset"])
    assert (found["payload"], found["origin"]) == ({"answer": 42}, "trigger")


def test_an_execution_is_cancelled_at_once_after_it_was_made(api: Api) -> None:
    name = api.name()
    api.create(name)
    made = api.post(f"/jobs/{name}/trigger", {"run_at": "2099-01-01T00:00:00Z"})
    api.post(f"/executions/{made['execution_id']}/cancel", {"reason": "changed my mind"})
    ended = api.wait_for(f"/executions/{made['execution_id']}", lambda found: found["status"] == "CANCELLED")
    assert ended["error_message"] == "changed my mind"


def test_a_failed_execution_becomes_a_dead_letter_and_is_redriven(api: Api) -> None:
    made = api.create(handler="fail", payload={"retryable": False}, now=True)
    page = api.wait_for(f"/dead-letter?job={made['job_id']}", lambda page: bool(page["items"]))
    execution_id = page["items"][0]["execution_id"]
    assert api.get(f"/dead-letter/{execution_id}")["error_class"]
    redriven = api.post(
        f"/dead-letter/{execution_id}/retry", {"payload": {"message": "again", "retryable": False}}
    )
    second = api.wait_for(f"/dead-letter/{redriven['execution_id']}", lambda found: True)
    assert second["error_message"] == "again"
    assert api.http.delete(f"/dead-letter/{redriven['execution_id']}").status_code == 200


def test_a_dry_run_says_what_a_backfill_would_do(api: Api) -> None:
    name = api.name()
    api.create(name, schedule="0 0 * * *")
    asked = {"job": name, "since": "2024-01-01T00:00:00Z", "until": "2024-01-11T00:00:00Z"}
    assert api.post("/admin/backfill", asked)["backfill"]["count"] == 10


def test_each_job_of_a_batch_has_a_result_of_its_own(api: Api) -> None:
    name = api.name()
    jobs = [
        {"name": name, "handler": "noop"},
        {"name": api.name(), "handler": ""},
        {"name": api.name(), "handler": "nobody.has.this"},
    ]
    body = api.post("/jobs:batch", {"jobs": jobs})
    assert body["accepted"] == 1
    assert [item["status"] for item in body["items"]] == [201, 422, 422]
    assert body["items"][1]["result"]["errors"][0]["field"] == "handler"
    assert body["items"][2]["result"]["code"] == "unknown_handler"


def test_a_batch_under_the_same_key_is_the_same_batch(api: Api) -> None:
    headers = {"Idempotency-Key": api.name("key")}
    jobs = [{"name": api.name(), "handler": "noop"}, {"name": api.name(), "handler": "noop"}]
    first, second = (
        api.http.post("/jobs:batch", json={"jobs": jobs}, headers=headers).json() for _ in range(2)
    )
    assert [item["status"] for item in first["items"] + second["items"]] == [201] * 4
    changed = [{**jobs[0], "description": "another"}, jobs[1]]
    refused, same = api.http.post("/jobs:batch", json={"jobs": changed}, headers=headers).json()["items"]
    assert (refused["status"], refused["result"]["code"], same["status"]) == (
        422,
        "idempotency_key_reused",
        201,
    )


def test_names_that_would_be_taken_for_something_else_are_refused(api: Api) -> None:
    for name in ("calendar:holidays", str(uuid.uuid4())):
        refused = api.http.post("/jobs", json={"name": name, "handler": "noop"})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "name")
        tried = api.post("/jobs:validate", {"name": name, "handler": "noop"})
        assert (tried["valid"], tried["errors"][0]["field"]) == (False, "name")


def test_a_name_with_a_nul_in_a_path_is_no_other_job(api: Api) -> None:
    name = api.name("team/job")
    offset = api.create(name)["offset"]
    assert api.http.get(f"/jobs/{quote(name, safe='')}", params={"min_offset": offset}).status_code == 200
    assert api.http.get(f"/jobs/{name.replace('/', '%00')}").status_code == 404


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", ""])
def test_what_curl_sends_is_read_as_json(api: Api, kind: str) -> None:
    path = f"/jobs/{api.create(schedule='0 0 1 1 *')['job_id']}/pause"
    headers = {"Content-Type": kind} if kind else {}
    paused = api.http.post(path, content=b'{"reason": "why not"}', headers=headers)
    assert (paused.status_code, paused.json()["status"]) == (200, "PAUSED"), paused.text


def test_health_answers_those_who_want_no_body(api: Api) -> None:
    assert [api.http.head(f"/health/{word}").status_code for word in ("live", "ready")] == [200, 200]


def test_a_payload_that_is_too_large_is_refused_before_kafka(api: Api) -> None:
    spec = {"name": api.name(), "handler": "noop", "payload": {"text": "x" * 300_000}}
    refused = api.http.post("/jobs", json=spec)
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(api: Api) -> None:
    assert api.http.post("/jobs", content=b"x" * (2 << 20)).status_code == 413


def test_a_deeply_nested_body_is_refused(api: Api) -> None:
    nested = '{"name":"x","handler":"noop","payload":{"a":' + "[" * 100_000 + "]" * 100_000 + "}}"
    refused = api.http.post("/jobs", content=nested, headers={"Content-Type": "application/json"})
    assert refused.status_code in (400, 422)


def test_the_field_at_fault_is_named(api: Api) -> None:
    refused = api.http.post("/jobs", json={"name": api.name(), "handler": "noop", "priority": 101})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "priority")


def test_without_a_token_nothing_is_answered(api: Api) -> None:
    refused = api.http.get("/jobs", headers={"Authorization": ""})
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
