"""The edge: what is too large is refused as that, whoever reads the body; whoever leaves is nobody's fault."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import httpx2
import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from tickwheel.command_api.app import bare_app
from tickwheel.command_api.middleware import BODY_BYTES, GONE, Edge
from tickwheel.runtime import metrics

SCOPE: Scope = {
    "type": "http",
    "method": "POST",
    "path": "/api/v1/jobs",
    "raw_path": b"/api/v1/jobs",
    "query_string": b"",
    "headers": [],
}


@pytest.fixture
async def http() -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(bare_app()), base_url="http://tickwheel.test")


async def in_pieces() -> AsyncIterator[bytes]:
    for _ in range(BODY_BYTES // 65_536 + 1):
        yield b" " * 65_536


async def test_a_body_of_no_declared_length_is_refused_once_it_is_too_large(http: httpx2.AsyncClient) -> None:
    refused = await http.post(
        "/api/auth/login", content=in_pieces(), headers={"Content-Type": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert refused.headers["x-content-type-options"] == "nosniff"


async def nobody_listens(message: Message) -> None:
    raise AssertionError(message)


async def gone() -> Message:
    return {"type": "http.disconnect"}


async def test_whoever_leaves_before_the_answer_is_not_counted_as_a_fault() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """Answers nobody."""

    counted = metrics.HTTP_REQUESTS.labels("POST", "none", str(GONE))
    before = counted._value.get()
    await Edge(app)(SCOPE, gone, nobody_listens)
    assert counted._value.get() == before + 1


async def test_an_unforeseen_fault_is_counted_as_one() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError

    counted = metrics.HTTP_REQUESTS.labels("POST", "none", "500")
    before = counted._value.get()
    with pytest.raises(RuntimeError):
        await Edge(app)(SCOPE, gone, nobody_listens)
    assert counted._value.get() == before + 1


async def test_whoever_leaves_in_the_middle_of_a_body_leaves_no_trace() -> None:
    async def identify(_: object) -> None:
        raise ClientDisconnect  # as reading the body does

    app = bare_app()
    app.state.parts = SimpleNamespace(door=SimpleNamespace(identify=identify))
    await app({**SCOPE, "app": app}, gone, nobody_listens)
