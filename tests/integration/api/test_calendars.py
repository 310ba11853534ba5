"""Named calendars: made, shared, replaced, removed."""

from typing import Any
from urllib.parse import quote

import httpx2
from tests.integration.api.api import Api
from tests.integration.api.people import People

HOLIDAYS = {"effect": "exclude", "timezone": "Europe/Berlin", "days": ["2099-12-24", "2099-12-25"]}


def define(api: Api, name: str, body: dict[str, Any], **headers: str) -> httpx2.Response:
    return api.http.put(f"/calendars/{quote(name, safe='')}", json=body, headers=headers)


def test_a_calendar_is_made_replaced_and_removed(api: Api) -> None:
    name = api.name("de/holidays")
    made = define(api, name, HOLIDAYS).json()
    path = f"/calendars/{quote(name, safe='')}"
    read = api.http.get(path, params={"min_offset": made["offset"]})
    assert (read.json()["version"], read.json()["days"]) == (1, HOLIDAYS["days"])
    again = define(api, name, {**HOLIDAYS, "effect": "hold"}, **{"If-Match": read.headers["etag"]}).json()
    assert again["version"] == 2
    stale = define(api, name, HOLIDAYS, **{"If-Match": read.headers["etag"]})
    assert (stale.status_code, stale.json()["code"]) == (412, "version_conflict")
    gone = api.http.delete(path).json()
    assert api.http.get(path, params={"min_offset": gone["offset"]}).status_code == 404


def test_a_calendar_tells_which_jobs_name_it(api: Api) -> None:
    name = api.name("holidays")
    define(api, name, HOLIDAYS)
    job = api.create(schedule="0 0 1 1 *", calendars=[name])
    found = api.get(f"/calendars/{name}", min_offset=job["offset"])
    assert [one["job_id"] for one in found["jobs"]] == [job["job_id"]]
    assert name in [one["name"] for one in api.get("/calendars")["items"]]


def test_a_calendar_that_makes_no_sense_is_refused(api: Api) -> None:
    for wrong in (
        {"effect": "exclude", "days": ["2099-02-30"]},
        {"effect": "nothing"},
        {**HOLIDAYS, "timezone": "X/Y"},
    ):
        assert define(api, api.name(), wrong).status_code == 422, wrong


def test_a_user_may_see_calendars_and_not_change_them(api: Api, people: People) -> None:
    name = api.name("holidays")
    made = define(api, name, HOLIDAYS).json()
    client = people.person("user").token()
    assert client.get(f"/calendars/{name}", params={"min_offset": made["offset"]}).status_code == 200
    assert client.put(f"/calendars/{name}", json=HOLIDAYS).status_code == 403
    assert client.delete(f"/calendars/{name}").status_code == 403


def test_the_next_runs_of_a_job_tell_which_of_them_a_calendar_skips(api: Api) -> None:
    name = api.name("holidays")
    define(api, name, {**HOLIDAYS, "timezone": "UTC"})
    bounds = {"start_at": "2099-12-23T00:00:00Z", "end_at": "2099-12-26T23:00:00Z"}
    job = api.create(schedule="0 9 * * *", calendars=[name], **bounds)
    runs = api.get(f"/jobs/{job['job_id']}/next", min_offset=job["offset"])["items"]
    skipped = f"skipped: calendar {name} excludes it"
    assert [(run["due_at"][:10], run["note"]) for run in runs] == [
        ("2099-12-23", ""),
        ("2099-12-24", skipped),
        ("2099-12-25", skipped),
        ("2099-12-26", ""),
    ]
