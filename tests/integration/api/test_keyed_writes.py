"""Writes that no scheduler decides are done once for each Idempotency-Key: by two API processes on one Postgres, without a Kafka."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from tests.integration.api.alone import Served, served
from tests.integration.api.people import PASSWORD

from tickwheel.command_api.errors import UnknownFateError
from tickwheel.command_api.reads import fleet
from tickwheel.command_api.reads.rows import all_rows
from tickwheel.protocol.message import Message
from tickwheel.protocol.topics import Topics

ADMIN = {"Authorization": "Bearer letmein"}
USER = {"name": "ada", "role": "admin", "password": PASSWORD}
TOKEN = {"name": "deploy", "user": "ada", "scopes": ["view"]}


class Control:
    """The topic that workers listen to."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self.is_away = False

    async def tell(self, topic: str, key: str, message: Message, timeout_s: float) -> None:
        if self.is_away:
            raise UnknownFateError("the broker did not answer")
        self.told.append(message)


@pytest.fixture
def control() -> Control:
    return Control()


@pytest.fixture
async def processes(database: str, control: Control) -> AsyncIterator[tuple[Served, Served]]:
    beside = {"submission": control, "topics": Topics(), "answer_timeout_s": 1.0}
    known = {"admin_token": "letmein", "token_per_minute": 10_000}
    async with (
        served(database, beside, **known) as first,
        served(database, beside, **known) as second,
    ):
        yield first, second


@pytest.fixture
def here(processes: tuple[Served, Served]) -> Served:
    return processes[0]


@pytest.fixture
def there(processes: tuple[Served, Served]) -> Served:
    return processes[1]


async def send(
    process: Served, method: str, path: str, body: dict[str, Any] | None = None, key: str = "k"
) -> httpx2.Response:
    headers = ADMIN | ({"Idempotency-Key": key} if key else {})
    return await process.http.request(method, f"/api/v1{path}", json=body, headers=headers)


def kept(process: Served) -> list[dict[str, Any]]:
    return all_rows(process.pool, "SELECT * FROM tickwheel_api.keyed_writes")


def execute(process: Served, statement: str) -> None:
    with process.pool.connection() as connection:
        connection.execute(statement.encode())


async def test_the_same_key_makes_one_user_and_gives_one_answer_at_any_process(
    here: Served, there: Served
) -> None:
    first = await send(here, "POST", "/users", USER)
    again = await send(there, "POST", "/users", USER)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert "tickwheel-repeated" not in first.headers
    assert again.headers["tickwheel-repeated"] == "true"


async def test_without_a_key_a_user_is_made_anew_and_nothing_is_kept(here: Served) -> None:
    assert (await send(here, "POST", "/users", USER, key="")).status_code == 201
    assert (await send(here, "POST", "/users", USER, key="")).json()["code"] == "conflict"
    assert kept(here) == []


@pytest.mark.parametrize("other", [{"role": "user"}, {"password": PASSWORD + "!"}])
async def test_the_same_key_for_something_else_is_refused(
    here: Served, there: Served, other: dict[str, str]
) -> None:
    await send(here, "POST", "/users", USER)
    refused = await send(there, "POST", "/users", {**USER, **other})
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


async def test_a_key_counts_for_one_path_only(here: Served) -> None:
    await send(here, "POST", "/users", USER)
    assert (await send(here, "POST", "/tokens", TOKEN)).status_code == 201


async def test_the_key_of_a_refused_write_is_free_for_a_better_one(here: Served) -> None:
    assert (await send(here, "POST", "/tokens", TOKEN)).status_code == 404
    await send(here, "POST", "/users", USER)
    assert (await send(here, "POST", "/tokens", TOKEN)).status_code == 201


async def test_a_change_is_made_once_though_another_came_between(here: Served, there: Served) -> None:
    await send(here, "POST", "/users", USER)
    first = await send(here, "PATCH", "/users/ada", {"disabled": True})
    await send(here, "PATCH", "/users/ada", {"disabled": False}, key="later")
    assert (await send(there, "PATCH", "/users/ada", {"disabled": True})).content == first.content
    [ada] = (await send(here, "GET", "/users", key="")).json()["items"]
    assert ada["disabled_at"] is None


async def test_a_repeated_key_makes_no_second_token_and_names_the_first(here: Served, there: Served) -> None:
    await send(here, "POST", "/users", USER)
    made = (await send(here, "POST", "/tokens", TOKEN)).json()
    again = await send(there, "POST", "/tokens", TOKEN)
    assert (again.status_code, again.json()["code"]) == (409, "token_shown_before")
    assert again.headers["location"] == f"/api/v1/tokens/{made['token_id']}"
    listed = (await send(here, "GET", "/tokens", key="")).json()["items"]
    assert [one["token_id"] for one in listed] == [made["token_id"]]


async def test_a_token_is_revoked_once_with_one_answer(here: Served, there: Served) -> None:
    await send(here, "POST", "/users", USER)
    path = (await send(here, "POST", "/tokens", TOKEN)).json()["token_id"]
    answers = [await send(process, "DELETE", f"/tokens/{path}") for process in (here, there)]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].content == answers[1].content


async def test_neither_tokens_nor_passwords_are_kept(here: Served) -> None:
    await send(here, "POST", "/users", USER)
    secret = (await send(here, "POST", "/tokens", TOKEN)).json()["token"]
    text = str(kept(here))
    assert len(kept(here)) == 2
    assert secret not in text
    assert PASSWORD not in text
    assert all(row["fingerprint"].startswith("$argon2id$") for row in kept(here))


async def test_an_hour_later_a_key_is_new(here: Served) -> None:
    await send(here, "POST", "/users", USER)
    await send(here, "POST", "/tokens", TOKEN)
    execute(here, "UPDATE tickwheel_api.keyed_writes SET begun_at = now() - interval '61 minutes'")
    assert (await send(here, "POST", "/tokens", TOKEN)).status_code == 201


async def test_the_same_key_from_many_at_once_makes_one_token(here: Served, there: Served) -> None:
    await send(here, "POST", "/users", USER)
    answers = await asyncio.gather(*(send((here, there)[n % 2], "POST", "/tokens", TOKEN) for n in range(12)))
    assert sorted(one.status_code for one in answers) == [201] + 11 * [409]
    codes = {one.json()["code"] for one in answers if one.status_code == 409}
    assert codes <= {"idempotency_key_in_use", "token_shown_before"}


async def test_a_worker_is_drained_once_with_one_answer(
    here: Served, there: Served, control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    incarnations = iter(("first", "second"))
    monkeypatch.setattr(fleet, "worker_id", lambda *_: next(incarnations))
    answers = [await send(process, "POST", "/workers/worker-1/drain") for process in (here, there)]
    assert [one.json() for one in answers] == 2 * [{"worker_id": "first", "draining": True}]
    assert [one.status_code for one in answers] == [202, 202]
    assert len(control.told) == 1


async def test_a_drain_that_kafka_did_not_take_is_sent_by_the_same_key_again(
    here: Served, control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet, "worker_id", lambda *_: "somebody")
    control.is_away = True
    assert (await send(here, "POST", "/workers/worker-1/drain")).json()["code"] == "unknown_fate"
    control.is_away = False
    assert (await send(here, "POST", "/workers/worker-1/drain")).status_code == 202
    assert len(control.told) == 1
