"""The Python client, waiting and async, against the real thing."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest
from tests.integration.api.api import Api

from tickwheel.client import Address, AsyncClient, Client, RefusedError, UnreachableError
from tickwheel.client.answers import Decision
from tickwheel.embedded.ports import free_ports
from tickwheel.embedded.stack import Stack


@pytest.fixture
def address(stack: Stack) -> Address:
    return Address(stack.endpoints.api, stack.endpoints.admin_token)


@pytest.fixture
def client(address: Address) -> Iterator[Client]:
    with Client(address) as client:
        yield client


def test_a_job_is_made_run_and_deleted(client: Client) -> None:
    name = Api.name()
    made = client.create_job({"name": name, "handler": "noop"})
    ran = client.trigger_job(name, {"a": 1})
    assert client.show_execution(ran["execution_id"], min_offset=ran["offset"])["payload"] == {"a": 1}
    assert (
        client.update_job(name, {"name": name, "handler": "sleep"}, version=made["version"])["version"] == 2
    )
    assert client.delete_job(name)["status"] == "DELETED"


def test_a_refusal_carries_its_status_and_code(client: Client) -> None:
    with pytest.raises(RefusedError) as refused:
        client.pause_job(Api.name("nobody"))
    assert (refused.value.status, refused.value.code) == (404, "not_found")


def test_a_repeated_write_with_the_same_key_is_one_job(client: Client) -> None:
    spec, key = {"name": Api.name(), "handler": "noop"}, Api.name("key")
    assert client.create_job(spec, key)["command_id"] == client.create_job(spec, key)["command_id"]


def test_an_api_that_does_not_answer_is_told_apart() -> None:
    nobody = Address(f"http://127.0.0.1:{free_ports(1)[0]}", "")
    with Client(nobody) as client, pytest.raises(UnreachableError, match="tickwheel dev"):
        client.list_jobs()


async def test_a_stream_yields_events(address: Address) -> None:
    async with AsyncClient(address) as client:
        events = client.stream(["jobs"])
        heard = asyncio.ensure_future(anext(events))
        made = set()
        while not heard.done():  # the stream begins at some moment from now on
            made.add((await client.create_job({"name": Api.name(), "handler": "noop"}))["job_id"])
        event = heard.result()
        await events.aclose()
    assert (event.type, event.data["job_id"] in made) == ("JobCreated", True)


async def test_a_hundred_writes_at_once(address: Address) -> None:
    async with AsyncClient(address) as client:
        made = await asyncio.gather(
            *(client.create_job({"name": Api.name(), "handler": "noop"}) for _ in range(100))
        )
    assert len({one["job_id"] for one in made}) == 100


def test_every_item_of_every_page_is_read(client: Client) -> None:
    word = Api.name("every")
    result = client.create_jobs([{"name": f"{word}-{n}", "handler": "noop"} for n in range(7)])
    for item in result["items"]:
        made = cast("Decision", item["result"])
        client.show_job(made["job_id"], min_offset=made["offset"])
    assert len(list(client.every(client.list_jobs, q=word, limit=3))) == 7


async def test_every_item_of_every_page_is_read_on_a_loop(address: Address) -> None:
    word = Api.name("every")
    async with AsyncClient(address) as client:
        for _ in range(3):
            made = await client.create_job({"name": f"{word}-{Api.name()}", "handler": "noop"})
            await client.show_job(made["job_id"], min_offset=made["offset"])
        found = [job["name"] async for job in client.every(client.list_jobs, q=word, limit=2)]
    assert len(found) == 3
