"""One stack for all tests of watching: every service, with a receiver of webhooks beside it."""

from collections.abc import Iterator

import httpx2
import pytest
from tests.integration.api.api import Api
from tests.integration.watching.collector import Collector
from tests.integration.watching.receiver import Receiver

from tickwheel.embedded.stack import Stack, StackPlan

KEY = "a-key-of-the-tests-alone"

ROUTES = """
[[route]]
name = "billing"
channel = "webhook"
tags = {{team = "billing"}}
url = "{url}"
secret = "secret://hook"

[[route]]
name = "on-call"
channel = "webhook"
reasons = ["overdue", "blind", "breaker_open"]
url = "{url}"
secret = "secret://hook"

[[route]]
name = "tee"
channel = "command"
tags = {{team = "shell"}}
argv = ["/usr/bin/tee", "{file}"]

[[route]]
name = "log"
channel = "log"
"""


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    with Receiver(KEY) as receiver:
        yield receiver


@pytest.fixture(scope="session")
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture(scope="session")
def stack(
    receiver: Receiver, collector: Collector, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("routes")
    routes = folder / "routes.toml"
    routes.write_text(ROUTES.format(url=receiver.url, file=folder / "told.json"))
    settings = {
        "TICKWHEEL_WATCH_ROUTES_PATH": str(routes),
        "TICKWHEEL_WATCH_LOOK_EVERY_MS": "500",
        "TICKWHEEL_WATCH_OVERDUE_AFTER_MS": "3000",
        "TICKWHEEL_WATCH_ALLOW_PRIVATE_ADDRESSES": "true",
        "TICKWHEEL_WORKER_ALLOW_PRIVATE_ADDRESSES": "true",
        "TICKWHEEL_WORKER_ALLOW_COMMANDS": "/usr/bin/tee",
        "TICKWHEEL_SECRET_HOOK": KEY,
        "TICKWHEEL_TRACING_ENDPOINT": collector.url,
        "TICKWHEEL_SCHEDULER_LEAD_MS": "2000",
    }
    with Stack(
        StackPlan(watches=1, settings=settings, worker_app="tests.integration.watching.handlers:app")
    ) as stack:
        yield stack


@pytest.fixture
def api(stack: Stack) -> Iterator[Api]:
    at = stack.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http:
        yield Api(http)
