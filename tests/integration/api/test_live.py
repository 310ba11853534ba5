"""What happens is told as it happens, and a stream that was cut off goes on where it stood."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from tests.integration.api.api import Api
from tests.integration.api.people import COOKIE, People
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tickwheel.embedded.stack import Stack

PATIENCE_S = 60.0
"""What comes, comes at once on a quiet machine. Nothing is waited for in vain."""


class Told:
    """The events of an open stream, one by one."""

    def __init__(self, answer: httpx2.Response) -> None:
        assert answer.status_code == 200, answer.read()
        self._lines = answer.iter_lines()
        self.last_id = ""

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        kind = ""
        for line in self._lines:
            name, _, value = line.partition(": ")
            if name == "id":
                self.last_id = value
            elif name == "event":
                kind = value
            elif name == "data":
                yield kind, json.loads(value)

    def until(self, kind: str, job_id: str = "") -> dict[str, Any]:
        for found, data in self:
            if found == kind and (not job_id or data.get("job_id") == job_id):
                return data
        raise AssertionError(f"the stream ended without {kind}")


def test_a_stream_tells_what_becomes_of_a_job(api: Api) -> None:
    with api.http.stream("GET", "/stream", params={"channels": "jobs,executions"}) as answer:
        told = Told(answer)
        told.until("begin")
        made = api.create(now=True)
        told.until("JobCreated", made["job_id"])
        told.until("ExecutionCompleted", made["job_id"])


def test_a_stream_that_was_cut_off_resumes_exactly(api: Api) -> None:
    with api.http.stream("GET", "/stream", params={"channels": "jobs"}) as answer:
        told = Told(answer)
        told.until("begin")
        seen = api.create()["job_id"]
        told.until("JobCreated", seen)
    missed = [api.create()["job_id"] for _ in range(5)]
    headers = {"Last-Event-ID": told.last_id}
    with api.http.stream("GET", "/stream", params={"channels": "jobs"}, headers=headers) as answer:
        resumed = Told(answer)
        found = []
        for kind, data in resumed:
            if kind == "begin":
                break
            found.append(data["job_id"])
    assert sorted(found) == sorted(missed)


def test_a_forged_last_event_id_is_refused(api: Api) -> None:
    for forged in ("nonsense", "99:1", "0:-1", "0:1:2"):
        assert api.http.get("/stream", headers={"Last-Event-ID": forged}).status_code == 422, forged


def test_a_user_hears_of_their_own_jobs_only(api: Api, people: People) -> None:
    user = people.person("user")
    with user.token().stream("GET", "/stream", params={"channels": "jobs"}) as answer:
        told = Told(answer)
        told.until("begin")
        api.create()
        made = api.create(owner=user.name)
        first = told.until("JobCreated")
    assert first["job_id"] == made["job_id"]


@pytest.fixture
def ws(stack: Stack) -> str:
    return stack.endpoints.api.replace("http", "ws") + "/ws"


def test_a_socket_changes_its_channels_while_it_is_open(stack: Stack, api: Api, ws: str) -> None:
    headers = {"Authorization": f"Bearer {stack.endpoints.admin_token}"}
    with connect(ws, additional_headers=headers) as socket:
        name = api.name()
        socket.send(json.dumps({"subscribe": [f"job:{name}"]}))
        assert json.loads(socket.recv(PATIENCE_S))["type"] == "subscribed"
        api.create()
        api.create(name)
        told = json.loads(socket.recv(PATIENCE_S))
    assert (told["type"], told["data"]["definition"]["name"]) == ("JobCreated", name)


def test_a_socket_hears_the_heartbeats_of_workers(stack: Stack, ws: str) -> None:
    headers = {"Authorization": f"Bearer {stack.endpoints.admin_token}"}
    with connect(f"{ws}?channels=workers", additional_headers=headers) as socket:
        assert json.loads(socket.recv(PATIENCE_S))["type"] == "WorkerHeartbeat"


def test_a_socket_without_credentials_or_from_another_site_is_refused(stack: Stack, ws: str) -> None:
    headers = {"Authorization": f"Bearer {stack.endpoints.admin_token}"}
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        connect(ws).recv(PATIENCE_S)
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        connect(ws, additional_headers=headers, origin=Origin("https://evil.example")).recv(PATIENCE_S)


def test_history_tells_every_event_and_how_the_job_stood(api: Api) -> None:
    name = api.name()
    api.create(name, schedule="0 0 1 1 *")
    offset = api.post(f"/jobs/{name}/pause")["offset"]
    history = api.get(f"/jobs/{name}/history", min_offset=offset)
    assert [event["type"] for event in history["items"]] == ["JobCreated", "JobPaused"]
    assert (history["state"]["status"], history["complete"]) == ("PAUSED", True)
    created_ms = history["items"][0]["at_ms"]
    before = api.get(f"/jobs/{name}/history", at=f"{_iso(created_ms)}")
    assert [event["type"] for event in before["items"]] == ["JobCreated"]
    assert before["state"]["status"] == "SCHEDULED"


def _iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1_000, UTC).isoformat()


HANDSHAKE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


async def test_a_thousand_streams_and_sockets_hear_the_same_event(stack: Stack, api: Api) -> None:
    at = urlsplit(stack.endpoints.api)
    head = f"HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {stack.endpoints.admin_token}\r\n"
    stream = f"GET /api/v1/stream?channels=jobs {head}\r\n", b"event: begin"
    socket = f"GET /ws?channels=jobs {head}{HANDSHAKE}\r\n", b"\r\n\r\n"
    open_ = [await asyncio.open_connection(at.hostname, at.port) for _ in range(1_000)]
    try:
        for number, (reader, writer) in enumerate(open_):
            request, begun = stream if number % 2 else socket
            writer.write(request.encode())
            await asyncio.wait_for(reader.readuntil(begun), PATIENCE_S)
        name = api.name()
        await asyncio.to_thread(api.create, name)
        heard = (asyncio.wait_for(reader.readuntil(name.encode()), PATIENCE_S) for reader, _ in open_)
        assert len(await asyncio.gather(*heard)) == 1_000
    finally:
        for _, writer in open_:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in open_), return_exceptions=True)


def test_a_user_hears_of_their_own_jobs_only_on_a_socket(api: Api, people: People, ws: str) -> None:
    user = people.person("user")
    headers = {"Authorization": user.token().headers["Authorization"]}
    with connect(f"{ws}?channels=jobs,executions", additional_headers=headers) as socket:
        theirs = api.create(now=True)
        # Asking for it by name does not help.
        socket.send(json.dumps({"subscribe": [f"job:{theirs['job_id']}"]}))
        assert json.loads(socket.recv(PATIENCE_S))["type"] == "subscribed"
        api.post(f"/jobs/{theirs['job_id']}/trigger")
        made = api.create(owner=user.name)
        first = json.loads(socket.recv(PATIENCE_S))
    assert first["data"]["job_id"] == made["job_id"]


def test_a_stream_ends_when_its_session_does(api: Api, people: People, ws: str) -> None:
    browser = people.person("user").sign_in()
    cookie = f"{COOKIE}={browser.cookies[COOKIE]}"
    with (
        browser.stream("GET", "/stream") as answer,
        connect(ws, additional_headers={"Cookie": cookie}) as socket,
    ):
        told = Told(answer)
        told.until("begin")
        people.log_out(browser)
        assert told.until("end") == {"reason": "signed_out"}
        with contextlib.suppress(ConnectionClosed):
            for _ in socket:
                pass  # until it is closed
        assert (socket.close_code, socket.close_reason) == (1008, "signed_out")


def test_a_stream_of_a_token_ends_when_the_token_is_revoked(api: Api, people: People) -> None:
    asked = {"name": "test", "user": people.person("user").name, "scopes": ["view"]}
    made = api.post("/tokens", asked)
    program = people.client({"Authorization": f"Bearer {made['token']}"})
    with program.stream("GET", "/stream") as answer:
        told = Told(answer)
        told.until("begin")
        api.http.delete(f"/tokens/{made['token_id']}")
        assert told.until("end") == {"reason": "signed_out"}


def test_a_socket_survives_what_is_no_wish(stack: Stack, ws: str) -> None:
    with connect(ws, additional_headers={"Authorization": f"Bearer {stack.endpoints.admin_token}"}) as socket:
        for said, told in (
            (b"\x00\x01", "expected text"),
            ("hello", "malformed"),
            ('{"x":' + "[" * 20_000 + "]" * 20_000 + "}", "recursion"),
            ('{"subscribe":["\\ud800"]}', ""),
        ):
            socket.send(said)
            answer = json.loads(socket.recv(PATIENCE_S))
            assert answer["type"] == "error"
            assert told in answer["detail"]
        for page in range(6):
            wish = {"subscribe": [f"job:{page}-{n}" for n in range(100)]}
            socket.send(json.dumps(wish))
            answer = json.loads(socket.recv(PATIENCE_S))
        assert answer == {"type": "error", "detail": "expected at most 500 channels on one socket"}


def test_a_stream_tells_of_a_job_that_is_not_in_the_tables_yet_when_it_begins(
    stack: Stack, api: Api, people: People
) -> None:
    user = people.person("user")
    program = user.token("view")
    projector = stack.of_kind("projector")[0]
    projector.pause()
    made = api.create(owner=user.name)
    threading.Timer(1.0, projector.resume).start()
    with program.stream("GET", "/stream") as answer:
        told = Told(answer)
        told.until("begin")
        api.post(f"/jobs/{made['job_id']}/pause")
        api.create(owner=user.name)
        assert next(iter(told))[0] == "JobPaused"
