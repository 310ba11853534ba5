"""Jobs of these tests."""

from typing import Any

from tests.integration.api.api import Api


def made(api: Api, **fields: Any) -> str:
    """The name of a new job. A machine that is busy may take longer to decide than the API waits."""
    name = api.name()
    answer = api.http.post("/jobs", json={"name": name, **fields})
    assert answer.is_success, answer.text
    return name
