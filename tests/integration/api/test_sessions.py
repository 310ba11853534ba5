"""Signing in: cookies, CSRF, fixation, limits."""

import pytest
from tests.integration.api.api import Api
from tests.integration.api.people import COOKIE, PASSWORD, People, Person


@pytest.fixture
def admin(people: People) -> Person:
    return people.person("admin")


def test_the_cookie_is_closed_to_scripts_and_other_sites(people: People, admin: Person) -> None:
    flags = admin.log_in(people.client()).headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(people: People, admin: Person) -> None:
    wrong = admin.log_in(people.client(), "not the password")
    unknown = people.log_in(people.client(), "nobody-at-all", "not the password")
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert wrong.status_code == 401


def test_a_write_with_the_cookie_alone_is_refused(api: Api, admin: Person) -> None:
    browser = admin.sign_in()
    del browser.headers["X-CSRF-Token"]
    refused = browser.post("/jobs", json={"name": api.name(), "handler": "noop"})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")


def test_a_write_with_the_csrf_token_of_another_session_is_refused(api: Api, admin: Person) -> None:
    first, second = admin.sign_in(), admin.sign_in()
    second.headers["X-CSRF-Token"] = first.headers["X-CSRF-Token"]
    refused = second.post("/jobs", json={"name": api.name(), "handler": "noop"})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")


def test_a_session_that_was_planted_before_the_login_is_worthless_after_it(
    people: People, admin: Person
) -> None:
    attacker = admin.sign_in()
    planted = attacker.cookies[COOKIE]
    assert attacker.get("/jobs").status_code == 200
    answer = admin.log_in(people.client(cookie=planted))
    assert answer.cookies[COOKIE] != planted
    assert people.client(cookie=planted).get("/jobs").status_code == 401


def test_signing_out_ends_the_session_for_everyone_who_has_the_cookie(people: People, admin: Person) -> None:
    browser = admin.sign_in()
    copied = people.client(cookie=browser.cookies[COOKIE])
    assert copied.get("/jobs").status_code == 200
    assert people.log_out(browser).status_code == 200
    assert copied.get("/jobs").status_code == 401


def test_a_disabled_user_is_out_at_once(api: Api, admin: Person) -> None:
    browser = admin.sign_in()
    assert api.http.patch(f"/users/{admin.name}", json={"disabled": True}).status_code == 200
    assert browser.get("/jobs").status_code == 401
    assert admin.log_in(browser).status_code == 401


def test_guessing_passwords_is_slowed_down(people: People, admin: Person) -> None:
    browser = people.client()
    answers = [admin.log_in(browser, f"guess number {n}") for n in range(11)]
    assert answers[0].status_code == 401
    assert answers[-1].status_code == 429  # even if a new minute began meanwhile
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def test_a_person_may_create_ten_jobs_a_minute(api: Api, admin: Person) -> None:
    browser = admin.sign_in()
    answers = [browser.post("/jobs", json={"name": api.name(), "handler": "noop"}) for _ in range(21)]
    assert answers[0].status_code == 201
    assert answers[-1].status_code == 429


def test_me_tells_who_is_signed_in(people: People, admin: Person) -> None:
    found = people.me(admin.sign_in()).json()
    assert (found["name"], found["role"], found["kind"]) == (admin.name, "admin", "session")


def test_headers_cannot_be_forged_through_values(api: Api) -> None:
    made = api.create("evil\\r\\nSet-Cookie: x=y " + api.name())
    assert "set-cookie" not in api.http.get(f"/jobs/{made['job_id']}").headers


def test_a_short_password_is_refused(api: Api) -> None:
    refused = api.http.post("/users", json={"name": api.name(), "password": PASSWORD[:5]})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "password")
