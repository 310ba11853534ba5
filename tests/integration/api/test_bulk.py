"""The same to everything that a filter finds."""

import psycopg
from tests.integration.api.api import Api, Json

from tickwheel.embedded.stack import Stack
from tickwheel.runtime.fresh_ids import RandomIds


def ended(body: dict[str, object]) -> bool:
    return body["status"] != "RUNNING"


def test_a_dry_run_only_counts(api: Api) -> None:
    word = api.name("bulk")
    offsets = [api.create(f"{word}-{n}", schedule="0 0 1 1 *")["offset"] for n in range(3)]
    for offset in offsets:
        api.get("/jobs", min_offset=offset)
    counted = api.post("/operations", {"action": "pause_jobs", "q": word})
    assert (counted["total"], counted["total_is_exact"]) == (3, True)


def test_all_jobs_that_a_search_finds_are_paused_and_the_progress_is_told(api: Api) -> None:
    word = api.name("bulk")
    made = [api.create(f"{word}-{n}", schedule="0 0 1 1 *") for n in range(5)]
    for one in made:
        api.get("/jobs", min_offset=one["offset"])
    begun = api.post("/operations", {"action": "pause_jobs", "q": word, "dry_run": False})
    done = api.wait_for(f"/operations/{begun['operation_id']}", ended)
    assert (done["status"], done["done"], done["refused"]) == ("COMPLETED", 5, 0)
    paused = api.wait_for(f"/jobs?q={word}&status=PAUSED", lambda page: page["total"] == 5)
    assert len(paused["items"]) == 5


def test_the_same_key_begins_one_operation(api: Api) -> None:
    headers = {"Idempotency-Key": api.name("key")}
    asked = {"action": "delete_jobs", "q": api.name("nothing"), "dry_run": False}
    first, second = (api.http.post("/operations", json=asked, headers=headers).json() for _ in range(2))
    assert first == second


def test_the_same_key_for_another_operation_is_refused(api: Api) -> None:
    headers = {"Idempotency-Key": api.name("key")}
    asked = {"action": "delete_jobs", "q": api.name("nothing"), "dry_run": False}
    assert api.http.post("/operations", json=asked, headers=headers).status_code == 202
    refused = api.http.post("/operations", json={**asked, "action": "pause_jobs"}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


def test_an_operation_whose_process_died_is_finished_by_another(stack: Stack, api: Api) -> None:
    word = api.name("bulk")
    for offset in [api.create(f"{word}-{n}", schedule="0 0 1 1 *")["offset"] for n in range(3)]:
        api.get("/jobs", min_offset=offset)
    operation_id = RandomIds().uuid()
    with psycopg.connect(
        stack.endpoints.postgres, autocommit=True
    ) as connection:  # as a dead process leaves it
        connection.execute(
            "INSERT INTO tickwheel_api.operations (operation_id, action, filter, search, actor, status)"
            " VALUES (%s, 'pause_jobs', '{}', %s, 'root', 'RUNNING')",
            (operation_id, word),
        )
    done = api.wait_for(f"/operations/{operation_id}", ended)
    assert (done["status"], done["done"], done["refused"]) == ("COMPLETED", 3, 0)


def test_an_unknown_filter_is_refused(api: Api) -> None:
    asked = {"action": "delete_jobs", "filter": {"colour": "red"}}
    refused = api.http.post("/operations", json=asked)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "filter")


def test_a_filter_never_finds_more_than_was_meant(api: Api) -> None:
    api.create()
    wrongs: list[Json] = [{"ids": []}, {"owner": 1.5}, {"status": 5}, {"handler": ""}, {"deleted": True}]
    for wrong in wrongs:
        refused = api.http.post("/operations", json={"action": "delete_jobs", "filter": wrong})
        assert refused.status_code == 422, refused.text
    waiting = api.create(allow_unknown_handler=True, queue="nobody", now=True)
    told = api.wait_for(f"/executions?job={waiting['job_id']}", lambda page: page["total"] == 1)
    found = [
        api.post("/operations", {"action": "cancel_executions", "filter": asked})["total"]
        for asked in ({"job": waiting["job_id"]}, {"job": waiting["job_id"], "status": ["RUNNING"]})
    ]
    assert (told["items"][0]["status"], found) == ("PENDING", [1, 0])


def test_only_the_rows_that_were_ticked(api: Api) -> None:
    made = [api.create(schedule="0 0 1 1 *") for _ in range(3)]
    for one in made:
        api.get("/jobs", min_offset=one["offset"])
    ids = [one["job_id"] for one in made[:2]]
    assert api.post("/operations", {"action": "pause_jobs", "filter": {"ids": ids}})["total"] == 2


def test_no_more_is_meant_than_the_list_shows(api: Api) -> None:
    name = api.name()
    api.create(name, now=True)
    api.wait_for(f"/executions?job={name}&status=COMPLETED", lambda page: page["total"] == 1)
    asked = {"action": "cancel_executions", "filter": {"job": name, "status": "RUNNING"}}
    assert api.post("/operations", asked)["total"] == 0


def test_failed_executions_are_retried(api: Api) -> None:
    name = api.name()
    api.create(name, handler="fail", payload={"retryable": False}, now=True, max_retries=0)
    api.wait_for(f"/executions?job={name}&status=FAILED", lambda page: page["total"] == 1)
    asked = {"action": "retry_executions", "filter": {"job": name}, "dry_run": False}
    begun = api.post("/operations", asked)
    done = api.wait_for(f"/operations/{begun['operation_id']}", ended)
    assert (done["status"], done["done"]) == ("COMPLETED", 1)
    api.wait_for(f"/executions?job={name}", lambda page: page["total"] == 2)
