"""The same to everything that a filter finds."""

from tests.integration.api.api import Api


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


def test_an_unknown_filter_is_refused(api: Api) -> None:
    asked = {"action": "delete_jobs", "filter": {"colour": "red"}}
    refused = api.http.post("/operations", json=asked)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "filter")
