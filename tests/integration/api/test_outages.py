"""What callers see when something is gone, and that it comes back by itself."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from tests.integration.api.api import Api

from tickwheel.command_api.door import FRESH_S
from tickwheel.embedded.stack import Stack, StackPlan

DEADLINE_S = 120.0
WAIT_FOR_A_CONNECTION_S = 5.0
"""TICKWHEEL_POSTGRES_CONNECT_TIMEOUT_S, which only the first to notice an outage waits for."""
ANSWER_MS = 2_000
"""So long an answer is waited for: some of these tests need to see what comes then. On a busy machine even a sound system may
take longer once, so what must come true in the end is asked for again."""


@pytest.fixture(scope="module")
def fragile() -> Iterator[Stack]:
    """A stack of its own: what these tests do to it would break others."""
    plan = StackPlan(settings={"TICKWHEEL_API_ANSWER_TIMEOUT_MS": str(ANSWER_MS)})
    with Stack(plan) as stack:
        yield stack


@pytest.fixture
def http(fragile: Stack) -> Iterator[httpx2.Client]:
    at = fragile.endpoints
    headers = {"Authorization": f"Bearer {at.admin_token}"}
    with httpx2.Client(base_url=f"{at.api}/api/v1", headers=headers, timeout=30.0) as http:
        yield http


def eventually(seen: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def create(http: httpx2.Client, name: str = "", **headers: str) -> httpx2.Response:
    spec = {"name": name or Api.name(), "handler": "noop"}
    return http.post("/jobs", json=spec, headers=headers)


def test_without_a_scheduler_a_command_is_safe_and_decided_later(fragile: Stack, http: httpx2.Client) -> None:
    scheduler = fragile.of_kind("scheduler")[0]
    scheduler.kill()
    name = Api.name()
    waiting = create(http, name, **{"Idempotency-Key": name})
    assert (waiting.status_code, waiting.json()["decided"]) == (202, False)
    jobs = [{"name": Api.name(), "handler": "noop"} for _ in range(20)]
    batch = http.post("/jobs:batch", json={"jobs": jobs}, timeout=10.0)  # all of them wait at the same time
    assert {item["status"] for item in batch.json()["items"]} == {202}
    scheduler.start()
    scheduler.wait_until_ready()
    eventually(lambda: create(http, name, **{"Idempotency-Key": name}).status_code == 201)


def test_after_the_api_was_killed_the_same_key_gets_the_truth(fragile: Stack, http: httpx2.Client) -> None:
    scheduler, api = fragile.of_kind("scheduler")[0], fragile.of_kind("api")[0]
    scheduler.pause()  # the command is in the log, and nobody has decided it yet
    name = Api.name()
    with pytest.raises(httpx2.TimeoutException):
        http.post(
            "/jobs", json={"name": name, "handler": "noop"}, headers={"Idempotency-Key": name}, timeout=1.0
        )
    api.kill()
    scheduler.resume()
    api.start()
    api.wait_until_ready()
    eventually(lambda: create(http, name, **{"Idempotency-Key": name}).status_code == 201)
    eventually(lambda: create(http, name).status_code == 409)


def test_without_postgres_commands_go_on_and_reads_say_so(fragile: Stack, http: httpx2.Client) -> None:
    postgres = fragile.postgres
    assert postgres is not None
    postgres.kill()
    eventually(lambda: create(http).status_code == 201)
    refused = http.get("/jobs")
    assert (refused.status_code, refused.json()["code"]) == (503, "reads_unavailable")
    assert "retry-after" in refused.headers
    postgres.start()
    eventually(lambda: http.get("/jobs").status_code == 200)


def test_an_outage_of_postgres_makes_nobody_wait_and_ends_at_once(
    fragile: Stack, http: httpx2.Client
) -> None:
    postgres = fragile.postgres
    assert postgres is not None
    eventually(lambda: http.get("/jobs").status_code == 200)
    http.post("/users", json={"name": "program", "role": "admin", "password": "0123456789"})
    asked = {"name": "program", "user": "program", "scopes": ["view", "manage"]}
    token = http.post("/tokens", json=asked).json()[
        "token"
    ]  # one that is looked up, unlike that of the stack
    program = {"Authorization": f"Bearer {token}"}
    assert create(http, **program).status_code == 201
    postgres.kill()
    eventually(lambda: http.get("/jobs").status_code == 503)
    time.sleep(FRESH_S)  # who they are would have to be looked up again
    with ThreadPoolExecutor(60) as clients:  # more than the API has threads
        reads = [clients.submit(http.get, "/jobs", headers=program) for _ in range(300)]
        writes = [clients.submit(create, http, **program) for _ in range(20)]
    assert {answer.result().status_code for answer in reads} == {503}
    assert {answer.result().status_code for answer in writes} <= {201, 202}
    longest = max(answer.result().elapsed.total_seconds() for answer in (*reads, *writes))
    assert longest < WAIT_FOR_A_CONNECTION_S
    time.sleep(20)  # long enough for pauses that double to become long
    postgres.start()
    begun = time.monotonic()
    eventually(lambda: http.get("/jobs").status_code == 200)
    assert time.monotonic() - begun < 10


def test_without_a_broker_commands_are_refused_until_it_is_back(fragile: Stack, http: httpx2.Client) -> None:
    assert fragile.kafka is not None
    broker = fragile.kafka.brokers[0]
    broker.kill()
    refused = create(http)
    assert (refused.status_code, refused.json()["code"]) == (503, "unknown_fate")
    assert "retry-after" in refused.headers
    broker.start()
    eventually(lambda: create(http).status_code == 201)
