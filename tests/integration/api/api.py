"""The API as tests speak to it."""

import time
from collections.abc import Callable
from typing import Any

import httpx2

from tickwheel.runtime.fresh_ids import RandomIds

Json = dict[str, Any]
DEADLINE_S = 100.0
"""Far more than it takes. Tests let `fail` fail for good only: the worker's own breaker would hold the others up for half a minute."""
LOOK_EVERY_S = 0.05


class Api:
    def __init__(self, http: httpx2.Client) -> None:
        self.http = http

    @staticmethod
    def name(word: str = "job") -> str:
        """A name that no other test has."""
        return f"{word}-{RandomIds().uuid()}"

    def create(self, name: str = "", **fields: Any) -> Json:
        answer = self.http.post("/jobs", json={"name": name or self.name(), "handler": "noop", **fields})
        assert answer.status_code == 201, answer.text
        body: Json = answer.json()
        return body

    def get(self, path: str, **params: Any) -> Json:
        answer = self.http.get(path, params=params)
        assert answer.status_code == 200, answer.text
        body: Json = answer.json()
        return body

    def post(self, path: str, json: Json | None = None) -> Json:
        answer = self.http.post(path, json=json)
        assert answer.is_success, answer.text
        body: Json = answer.json()
        return body

    def wait_for(self, path: str, seen: Callable[[Json], bool]) -> Json:
        """Read until it looks like that."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            answer = self.http.get(path)
            if answer.status_code == 200 and seen(answer.json()):
                body: Json = answer.json()
                return body
            assert time.monotonic() < deadline, f"{path} is still {answer.text}"
            time.sleep(LOOK_EVERY_S)
