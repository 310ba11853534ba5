"""One stack for all tests of the API: the whole system, with a name of its own for every job."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import pytest
from tests.integration.api.api import Api
from tests.integration.api.people import People

from tickwheel.embedded.stack import Stack, StackPlan

PATIENT = {
    "TICKWHEEL_API_ANSWER_TIMEOUT_MS": "30000",  # a busy machine must not make an undecided answer of a decided one
    "TICKWHEEL_HEALTH_BREAKER_OPEN_S": "1",  # tests that let `fail` fail must not hold each other up
}


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with Stack(StackPlan(settings=PATIENT)) as stack:
        yield stack


@pytest.fixture
def api(stack: Stack) -> Iterator[Api]:
    at = stack.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http:
        yield Api(http)


@pytest.fixture
def people(stack: Stack, api: Api) -> Iterator[People]:
    with ExitStack() as open_:
        yield People(stack, api, open_)
