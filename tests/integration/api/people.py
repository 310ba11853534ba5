"""People and programs for tests of who may do what."""

from contextlib import ExitStack

import httpx2
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack

PASSWORD = "correct horse battery"
COOKIE = "tickwheel_session"
ALL_SCOPES = ("view", "run", "manage", "operate")


class People:
    """Makes people, and closes their browsers when the test ends."""

    def __init__(self, stack: Stack, admin: Api, open_: ExitStack) -> None:
        self.admin = admin
        self._at = stack.endpoints.api
        self._open = open_

    def person(self, role: str) -> "Person":
        return Person(self, self.admin.name(role), role)

    def client(self, headers: dict[str, str] | None = None, cookie: str = "") -> httpx2.Client:
        cookies = {COOKIE: cookie} if cookie else {}
        client = httpx2.Client(
            base_url=f"{self._at}/api/v1", headers=headers or {}, cookies=cookies, timeout=30.0
        )
        return self._open.enter_context(client)

    def log_in(self, browser: httpx2.Client, name: str, password: str) -> httpx2.Response:
        return browser.post(f"{self._at}/api/auth/login", json={"name": name, "password": password})

    def log_out(self, browser: httpx2.Client) -> httpx2.Response:
        return browser.post(f"{self._at}/api/auth/logout")

    def me(self, browser: httpx2.Client) -> httpx2.Response:
        return browser.get(f"{self._at}/api/auth/me")


class Person:
    """Somebody with an account."""

    def __init__(self, people: People, name: str, role: str) -> None:
        self._people = people
        self.name = name
        people.admin.post("/users", {"name": name, "role": role, "password": PASSWORD})

    def token(self, *scopes: str) -> httpx2.Client:
        asked = {"name": "test", "user": self.name, "scopes": list(scopes or ALL_SCOPES)}
        made = self._people.admin.post("/tokens", asked)
        return self._people.client({"Authorization": f"Bearer {made['token']}"})

    def sign_in(self) -> httpx2.Client:
        browser = self._people.client()
        answer = self.log_in(browser)
        assert answer.status_code == 200, answer.text
        browser.headers["X-CSRF-Token"] = answer.json()["csrf_token"]
        return browser

    def log_in(self, browser: httpx2.Client, password: str = PASSWORD) -> httpx2.Response:
        return self._people.log_in(browser, self.name, password)
