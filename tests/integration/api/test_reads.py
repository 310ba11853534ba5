"""Lists and single reads."""

import pytest
from tests.integration.api.api import Api


def test_a_list_is_read_page_by_page_without_gaps_or_repeats(api: Api) -> None:
    word = api.name("page")
    made = [api.create(f"{word}-{n}") for n in range(5)]
    seen: list[str] = []
    cursor = ""
    while True:
        page = api.get("/jobs", q=word, limit=2, sort="name", cursor=cursor, min_offset=made[-1]["offset"])
        seen += [item["name"] for item in page["items"]]
        cursor = page["next"]
        if not cursor:
            break
    assert seen == [f"{word}-{n}" for n in range(5)]


def test_a_list_tells_how_many_match(api: Api) -> None:
    tags = {"test": api.name("tag")}
    offsets = [api.create(tags=tags)["offset"] for _ in range(3)]
    for offset in offsets:
        page = api.get("/jobs", tag=f"test={tags['test']}", limit=1, min_offset=offset)
    assert (page["total"], page["total_is_exact"], len(page["items"])) == (3, True, 1)


def test_an_unknown_sort_is_refused_with_the_words_there_are(api: Api) -> None:
    refused = api.http.get("/jobs", params={"sort": "colour"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "sort")
    assert "created_at" in refused.json()["detail"]


def test_a_forged_cursor_is_refused(api: Api) -> None:
    assert api.http.get("/jobs", params={"cursor": "bm9wZQ"}).status_code == 422


def test_a_percent_sign_in_a_search_means_itself(api: Api) -> None:
    made = api.create(api.name("50%"))
    page = api.get("/jobs", q="50%", min_offset=made["offset"])
    assert {item["job_id"] for item in page["items"]} == {made["job_id"]}


def test_why_says_what_an_execution_waits_for(api: Api) -> None:
    name = api.name()
    api.create(name)
    made = api.post(f"/jobs/{name}/trigger", {"run_at": "2099-01-01T00:00:00Z"})
    found = api.get(f"/executions/{made['execution_id']}/why", min_offset=made["offset"])
    assert found["why"] == "not due yet"


def test_versions_tell_who_changed_what(api: Api) -> None:
    name = api.name()
    api.create(name)
    spec = {"name": name, "handler": "noop", "priority": 90}
    offset = api.http.put(f"/jobs/{name}", json=spec).json()["offset"]
    api.get(f"/jobs/{name}", min_offset=offset)
    versions = api.get(f"/jobs/{name}/versions")["items"]
    assert [(one["version"], one["changed_by"]) for one in versions] == [(2, "admin"), (1, "admin")]


def test_the_fleet_is_listed(api: Api) -> None:
    worker = api.wait_for("/workers", lambda page: bool(page["items"]))["items"][0]
    assert (worker["status"], worker["instance"]) == ("ACTIVE", "worker-1")
    assert {"noop", "sleep", "fail"} <= {item["handler"] for item in api.get("/handlers")["items"]}
    assert "default" in {item["queue"] for item in api.get("/queues")["items"]}


def test_the_summary_counts_what_ended(api: Api) -> None:
    api.create(now=True)
    api.wait_for("/metrics/summary", lambda body: body["last_hour"]["completed"] > 0)


def test_what_is_not_there_is_not_found(api: Api) -> None:
    for path in ("/jobs/nobody", f"/executions/{'0' * 8}-0000-4000-8000-{'0' * 12}", "/nothing"):
        answer = api.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_hostile_filter_is_refused_and_harms_nothing(api: Api) -> None:
    assert api.http.get("/jobs", params={"handler": "'; DROP TABLE tickwheel.jobs; --"}).status_code == 200
    assert api.http.get("/jobs", params={"handler": "\x00"}).status_code == 422


def test_a_method_that_is_not_there_is_told_which_are(api: Api) -> None:
    answer = api.http.patch("/jobs/somebody")
    assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET, PUT")


def test_versions_changes_and_skips_show_what_the_caller_has_just_done(api: Api) -> None:
    name = api.name()
    api.create(name)
    spec = {"name": name, "handler": "noop", "priority": 90}
    offset = api.http.put(f"/jobs/{name}", json=spec).json()["offset"]
    assert api.get(f"/jobs/{name}/versions", min_offset=offset)["items"][0]["version"] == 2
    assert api.get(f"/jobs/{name}/changes", min_offset=offset)["items"][0]["version"] == 2
    assert api.get(f"/jobs/{name}/skipped", min_offset=offset)["items"] == []


def test_a_dismissed_dead_letter_is_out_of_its_group_for_whoever_dismissed_it(api: Api) -> None:
    name = api.name("failing")
    api.create(name, handler="fail", payload={"message": name, "retryable": False}, max_retries=0, now=True)
    [letter] = api.wait_for(f"/dead-letter?job={name}", lambda page: page["total"] == 1)["items"]
    offset = api.http.delete(f"/dead-letter/{letter['execution_id']}").json()["offset"]
    groups = api.get("/dead-letter/groups", min_offset=offset, limit=500)["items"]
    assert letter["execution_id"] not in [group["last_execution_id"] for group in groups]


@pytest.mark.parametrize(
    "path", ["/jobs", "/jobs/x/versions", "/jobs/x/changes", "/jobs/x/skipped", "/dead-letter/groups"]
)
def test_every_read_that_waits_refuses_an_offset_that_no_write_had(api: Api, path: str) -> None:
    refused = api.http.get(path, params={"min_offset": "99:1"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "min_offset")


def test_an_offset_that_no_write_had_is_refused(api: Api) -> None:
    for forged in ("99:1", "0:999999999999"):
        refused = api.http.get("/jobs", params={"min_offset": forged})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "min_offset")


def test_requests_are_counted_by_the_template_of_their_path(api: Api) -> None:
    api.http.get("/jobs/nobody")
    assert 'route="/jobs/{job}"' in api.http.get("/metrics").text


def test_the_next_runs_of_an_expression_come_with_notes(api: Api) -> None:
    asked = {"schedule": "30 2 29 3 *", "timezone": "Europe/Berlin", "n": 12}
    runs = api.get("/schedules/next", **asked)["items"]
    assert len(runs) == 12
    assert any("does not exist" in run["note"] for run in runs)


def test_a_filter_with_a_slip_in_its_name_is_refused(api: Api) -> None:
    for path, slip, meant in (("/jobs", "handlr", "handler"), ("/dead-letter", "fingerprnt", "fingerprint")):
        refused = api.http.get(path, params={slip: "x"})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, slip)
        assert f"did you mean {meant}?" in refused.json()["detail"]
    assert (
        api.http.get("/executions/6f1c5d0e-1f0b-5d7e-9f53-7469636b7768", params={"x": "1"}).status_code == 422
    )
