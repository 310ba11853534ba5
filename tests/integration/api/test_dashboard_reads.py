"""What the dashboard reads: calendar, timeline, graph, groups of dead letters, audit, time machine, values, validation."""

from datetime import UTC, datetime
from typing import Any

from tests.integration.api.api import Api
from tests.integration.api.people import People

HOURLY = "0 * * * *"


def ran(api: Api, name: str, **fields: Any) -> dict[str, Any]:
    """A job that ran once, and its execution."""
    api.create(name, now=True, **fields)
    page = api.wait_for(f"/executions?job={name}", lambda page: ended(page["items"]))
    execution: dict[str, Any] = page["items"][0]
    return execution


def ended(items: list[dict[str, Any]]) -> bool:
    return bool(items) and items[0]["status"] in ("COMPLETED", "FAILED")


def test_the_past_counts_each_hour_by_outcome(api: Api) -> None:
    name = api.name()
    ran(api, name)
    found = api.get("/calendar/past", job=name, timezone="Asia/Kolkata")
    [hour] = found["items"]
    assert (hour["completed"], hour["failed"], hour["total"]) == (1, 0, 1)
    assert found["timezone"] == "Asia/Kolkata"


def test_an_hour_is_that_of_the_zone(api: Api) -> None:
    name = api.name()
    execution = ran(api, name)
    [utc] = api.get("/calendar/past", job=name)["items"]
    [kiritimati] = api.get("/calendar/past", job=name, timezone="Etc/GMT-5")["items"]
    assert utc["hour"] == int(execution["due_at"][11:13])
    assert kiritimati["hour"] == (utc["hour"] + 5) % 24


def test_a_zone_or_window_that_makes_no_sense_is_refused(api: Api) -> None:
    for asked in (
        {"timezone": "Moon/Base"},
        {"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
        {"since": "2020-01-01T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
    ):
        assert api.http.get("/calendar/past", params=asked).status_code == 422


def test_upcoming_runs_of_all_jobs_come_in_the_order_of_time(api: Api) -> None:
    queue = api.name("q")[:40]
    made = [api.create(api.name(), schedule=cron, queue=queue) for cron in (HOURLY, "30 * * * *")]
    for one in made:
        api.get("/jobs", min_offset=one["offset"])
    found = api.get("/calendar/upcoming", queue=queue, limit=10)
    due = [run["due_at"] for run in found["items"]]
    assert len(due) == 10
    assert due == sorted(due)
    assert {run["job_id"] for run in found["items"]} == {one["job_id"] for one in made}
    assert found["complete_until"] > due[-1]


def test_a_job_that_runs_all_the_time_does_not_hide_the_others(api: Api) -> None:
    queue = api.name("q")[:40]
    often = api.create(api.name("often"), schedule="* * * * * *", queue=queue)
    seldom = api.create(api.name("seldom"), schedule=HOURLY, queue=queue)
    for one in (often, seldom):
        api.get("/jobs", min_offset=one["offset"])
    jobs = {
        job["job_id"]: job for job in api.get("/calendar/upcoming", queue=queue, per_job=5, limit=20)["jobs"]
    }
    assert (jobs[often["job_id"]]["runs"], jobs[often["job_id"]]["has_more"]) == (5, True)
    assert jobs[seldom["job_id"]]["runs"] == 5
    api.http.delete(f"/jobs/{often['job_id']}")


def test_a_paused_job_is_not_upcoming(api: Api) -> None:
    queue = api.name("q")[:40]
    made = api.create(schedule=HOURLY, queue=queue)
    offset = api.post(f"/jobs/{made['job_id']}/pause")["offset"]
    api.get("/jobs", min_offset=offset)
    assert api.get("/calendar/upcoming", queue=queue)["items"] == []


def test_the_timeline_shows_attempts_with_their_job_and_worker(api: Api) -> None:
    name = api.name()
    execution = ran(api, name)
    [attempt] = api.get("/timeline", job=name)["items"]
    assert (attempt["execution_id"], attempt["attempt"]) == (execution["execution_id"], 1)
    assert (attempt["job_name"], attempt["worker"], attempt["status"]) == (name, "worker-1", "COMPLETED")
    assert api.get("/timeline", job=name, worker="nobody")["items"] == []
    assert api.get("/timeline", job=name, until="2026-01-01T00:00:00Z")["items"] == []


def test_throughput_counts_what_ended_in_each_minute(api: Api) -> None:
    name = api.name()
    ran(api, name)
    found = api.get("/metrics/throughput", job=name, hours=1)
    assert found["step_s"] == 60
    assert 59 <= len(found["items"]) <= 61
    [minute] = [step for step in found["items"] if step["completed"]]
    assert minute["completed"] == 1
    assert 0 <= minute["mean_duration_ms"] < 60_000


def test_the_graph_of_a_job_is_what_it_waits_for_and_what_waits_for_it(api: Api) -> None:
    first, second, third, beside = (api.name(word) for word in ("first", "second", "third", "beside"))
    api.create(first)
    api.create(second, depends_on=[first])
    offsets = [
        api.create(third, depends_on=[second])["offset"],
        api.create(beside, depends_on=[first])["offset"],
    ]
    for offset in offsets:
        api.get("/jobs", min_offset=offset)
    whole = api.wait_for(f"/dependencies?job={second}", lambda graph: len(graph["edges"]) == 2)
    assert {node["name"] for node in whole["nodes"]} == {first, second, third}
    everything = api.get("/dependencies")
    assert {first, beside} <= {node["name"] for node in everything["nodes"]}


def fail_with(api: Api, message: str) -> str:
    name = api.name("failing")
    api.create(
        name, handler="fail", payload={"message": message, "retryable": False}, max_retries=0, now=True
    )
    api.wait_for(f"/dead-letter?job={name}", lambda page: page["total"] == 1)
    return name


def test_dead_letters_are_grouped_by_their_words_without_ids_and_numbers(api: Api) -> None:
    word = api.name("word").replace("-", "").translate(str.maketrans("0123456789", "ghijklmnop"))
    names = [fail_with(api, f"{word}: order {n} of {api.name()[4:]} timed out") for n in (17, 4_711)]
    fail_with(api, f"{word}: no such table")
    groups = [one for one in api.get("/dead-letter/groups")["items"] if word in one["template"]]
    assert sorted((one["template"], one["count"]) for one in groups) == [
        (f"{word}: no such table", 1),
        (f"{word}: order # of # timed out", 2),
    ]
    [alike] = [one for one in groups if one["count"] == 2]
    listed = api.get("/dead-letter", fingerprint=alike["fingerprint"])["items"]
    assert {one["job_name"] for one in listed} == set(names)


def test_a_group_is_retried_as_a_whole(api: Api) -> None:
    word = api.name("word").replace("-", "").translate(str.maketrans("0123456789", "ghijklmnop"))
    for n in range(3):
        fail_with(api, f"{word} {n}")
    [group] = [one for one in api.get("/dead-letter/groups")["items"] if word in one["template"]]
    asked = {"action": "retry_dead_letters", "filter": {"fingerprint": group["fingerprint"]}}
    assert api.post("/operations", asked)["total"] == 3
    begun = api.post("/operations", {**asked, "dry_run": False})
    done = api.wait_for(f"/operations/{begun['operation_id']}", lambda body: body["status"] != "RUNNING")
    assert (done["status"], done["done"]) == ("COMPLETED", 3)


def test_the_audit_tells_who_did_what_and_what_was_refused(api: Api, people: People) -> None:
    name = api.name()
    api.create(name, schedule=HOURLY)
    admin = people.person("admin")
    offset = admin.token().post(f"/jobs/{name}/pause").json()["offset"]
    assert api.http.post("/jobs", json={"name": name, "handler": "noop"}).status_code == 409
    api.get("/jobs", min_offset=offset)
    entries = api.wait_for(f"/audit?job={name}", lambda page: page["total"] == 3)["items"]
    assert [(one["command_type"], one["actor"], one["accepted"]) for one in entries] == [
        ("CreateJob", "admin", False),
        ("PauseJob", admin.name, True),
        ("CreateJob", "admin", True),
    ]
    assert api.get("/audit", job=name, actor=admin.name)["total"] == 1
    assert api.get("/audit", job=name, accepted=False)["items"][0]["code"] == "conflict"


def test_versions_can_be_compared(api: Api) -> None:
    name = api.name()
    api.create(name)
    for priority in (60, 90):
        spec = {"name": name, "handler": "noop", "priority": priority}
        offset = api.http.put(f"/jobs/{name}", json=spec).json()["offset"]
    api.get(f"/jobs/{name}", min_offset=offset)
    diff = api.get(f"/jobs/{name}/diff", from_version=1, to_version=3)
    assert diff["changes"] == [{"field": "priority", "before": 50, "after": 90}]
    newest, _, first = api.get(f"/jobs/{name}/changes")["items"]
    assert newest["changes"] == [{"field": "priority", "before": 60, "after": 90}]
    assert {"field": "name", "before": None, "after": name} in first["changes"]
    assert api.http.get(f"/jobs/{name}/diff", params={"from_version": 1, "to_version": 9}).status_code == 404


def test_the_time_machine_shows_definition_and_state_as_they_were(api: Api) -> None:
    name = api.name()
    api.create(name, schedule=HOURLY)
    offset = api.post(f"/jobs/{name}/pause")["offset"]
    events = api.get(f"/jobs/{name}/history", min_offset=offset)["items"]
    at_ms = {event["type"]: event["at_ms"] for event in events}
    between = api.get(f"/jobs/{name}/history", at=instant(at_ms["JobPaused"] - 1))
    assert (between["state"]["status"], between["state"]["definition"]["cron"]) == ("SCHEDULED", HOURLY)
    assert api.get(f"/jobs/{name}/history")["state"]["status"] == "PAUSED"


def instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1_000, UTC).isoformat()


def test_values_complete_what_is_typed(api: Api) -> None:
    name = api.name("typed")
    offset = api.create(name, tags={"team": name})["offset"]
    api.get("/jobs", min_offset=offset)
    assert api.get("/values/job", q=name[2:])["items"] == [name]
    assert api.get("/values/tag", q=f"team={name}")["items"] == [f"team={name}"]
    assert "noop" in api.get("/values/handler", q="NOO")["items"]
    assert "worker-1" in api.get("/values/worker")["items"]
    for field in ("queue", "owner", "timezone", "error_class", "actor", "calendar"):
        api.get(f"/values/{field}")
    assert api.http.get("/values/password").status_code == 422


def test_a_job_is_tried_without_making_it(api: Api) -> None:
    name = api.name()
    spec = {"name": name, "handler": "noop", "schedule": "30 2 * * *", "timezone": "Europe/Vienna"}
    tried = api.post("/jobs:validate", spec)
    assert (tried["valid"], tried["errors"], len(tried["next"])) == (True, [], 10)
    assert api.http.get(f"/jobs/{name}").status_code == 404


def test_a_trial_names_every_field_that_is_wrong(api: Api) -> None:
    taken = api.name()
    offset = api.create(taken)["offset"]
    api.get("/jobs", min_offset=offset)
    for spec, field in (
        ({"name": taken, "handler": "noop"}, "name"),
        ({"name": "x", "handler": "nobody.has.it"}, "handler"),
        ({"name": "x", "handler": "noop", "schedule": "61 * * * *"}, "schedule"),
        ({"name": "x", "handler": "noop", "priority": 101}, "priority"),
        ({"name": taken, "handler": "noop", "depends_on": [taken]}, "depends_on"),
    ):
        tried = api.post("/jobs:validate", spec)
        assert field in [fault["field"] for fault in tried["errors"]], tried
    again = api.http.post(
        "/jobs:validate", params={"existing": taken}, json={"name": taken, "handler": "noop"}
    )
    assert again.json()["valid"]


def test_users_see_their_own_jobs_only_everywhere(api: Api, people: People) -> None:
    person = people.person("user")
    mine, foreign = api.name("mine"), api.name("foreign")
    ran(api, mine, owner=person.name)
    ran(api, foreign)
    user = person.token()

    def seen(path: str, **params: Any) -> str:
        answer = user.get(path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.text

    assert mine in seen("/timeline")
    for path in ("/timeline", "/audit", "/values/job", "/calendar/upcoming", "/dependencies"):
        assert foreign not in seen(path)
    assert user.get("/calendar/past").json()["items"][0]["total"] == 1
    assert sum(step["completed"] for step in user.get("/metrics/throughput").json()["items"]) == 1
    for path in (f"/jobs/{foreign}/changes", f"/jobs/{foreign}/diff?from_version=1&to_version=1"):
        assert user.get(path).status_code == 404
    assert user.get("/dependencies", params={"job": foreign}).status_code == 404
    assert user.post("/jobs:validate", json={"name": foreign, "handler": "noop"}).status_code == 403


def test_the_list_of_an_hour_has_what_its_cell_of_the_calendar_counts(api: Api) -> None:
    """Also of a backfill, which is made now for a due time long past."""
    name = api.name()
    api.create(name, schedule=HOURLY, paused=True)
    since, until = "2026-01-05T00:30:00Z", "2026-01-05T02:30:00Z"
    api.post("/admin/backfill", {"job": name, "since": since, "until": until, "dry_run": False})
    api.wait_for(f"/executions?job={name}&status=COMPLETED", lambda page: page["total"] == 2)
    hours = api.get("/calendar/past", job=name, since=since, until=until)["items"]
    assert [(hour["hour"], hour["completed"]) for hour in hours] == [(1, 1), (2, 1)]
    hour = {"due_since": "2026-01-05T01:00:00Z", "due_until": "2026-01-05T02:00:00Z"}
    assert api.get("/executions", job=name, **hour)["total"] == 1
    assert api.get("/executions", job=name, since=hour["due_since"], until=hour["due_until"])["total"] == 0
