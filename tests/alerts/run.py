"""A stack under a real Prometheus, to be hurt. One place for the script and for the test."""

import contextlib
import pathlib
import tempfile
from collections.abc import Iterator

import httpx2
from tests.alerts.faults import SLOTS, Fault
from tests.alerts.prometheus import Prometheus
from tests.e2e.dev import eventually
from tests.integration.api.api import Api

from tickwheel.embedded.stack import Stack, StackPlan

NOWHERE = """
[[route]]
name = "nowhere"
channel = "webhook"
reasons = ["overdue"]
url = "http://127.0.0.1:9/"
secret = "secret://hook"
"""
"""A receiver that does not exist: the discard port, where nobody listens."""

FIRES_WITHIN_S = 60.0


@contextlib.contextmanager
def watched_stack() -> Iterator[tuple[Stack, Api, Prometheus]]:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "routes.toml").write_text(NOWHERE)
        settings = {
            "TICKWHEEL_WORKER_SLOTS": str(SLOTS),
            "TICKWHEEL_SCHEDULER_LEAD_MS": "1000",
            "TICKWHEEL_WATCH_LOOK_EVERY_MS": "500",
            "TICKWHEEL_WATCH_OVERDUE_AFTER_MS": "3000",
            "TICKWHEEL_WATCH_ALLOW_PRIVATE_ADDRESSES": "true",
            "TICKWHEEL_WATCH_ROUTES_PATH": str(folder / "routes.toml"),
            "TICKWHEEL_SECRET_HOOK": "nobody-will-see-this-key",
        }
        plan = StackPlan(watches=1, settings=settings, worker_app="tests.alerts.handlers:app")
        with Stack(plan) as stack:
            at = stack.endpoints
            headers = {"Authorization": f"Bearer {at.admin_token}"}
            with (
                httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http,
                Prometheus(stack, folder) as prometheus,
            ):
                eventually(lambda: prometheus.targets_up() == len(stack.members), 30)
                yield stack, Api(http), prometheus


def seen_firing(
    fault: Fault,
    wanted: set[str],
    stack: Stack,
    api: Api,
    prometheus: Prometheus,
    within_s: float = FIRES_WITHIN_S,
) -> set[str]:
    """Which of the wanted alerts have fired while the fault lasted."""
    seen: set[str] = set()

    def all_fired() -> bool:
        seen.update(prometheus.firing() & wanted)
        return seen == wanted

    with fault(stack, api), contextlib.suppress(AssertionError):
        eventually(all_fired, within_s)
    return seen
