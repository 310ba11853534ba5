"""A client's stream goes on where it stood, however long the API was away."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tickwheel.client import Client, LiveEvent, RefusedError, UnreachableError
from tickwheel.client.address import Address
from tickwheel.client.call import LONGEST_PAUSE_S, pause_s

Answers = list[Callable[[httpx2.Request], httpx2.Response]]


def told(*events: str) -> Callable[[httpx2.Request], httpx2.Response]:
    lines = "".join(f'id: {name}\nevent: {name}\ndata: {{"name":"{name}"}}\n\n' for name in events)
    return lambda _: httpx2.Response(200, text=lines)


def away(_: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError("refused")


def refusing(status: int) -> Callable[[httpx2.Request], httpx2.Response]:
    return lambda _: httpx2.Response(status, json={"code": "no", "detail": "no"})


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr("tickwheel.client.client.time.sleep", pauses.append)
    return pauses


def events_of(answers: Answers, asked: list[Any]) -> list[LiveEvent]:
    """What the stream tells until nothing is left to answer with."""
    left = iter([*answers, refusing(401)])

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.headers.get("last-event-id"))
        return next(left)(request)

    client = Client(Address("http://tickwheel.test", "token"))
    client._http = httpx2.Client(base_url="http://tickwheel.test", transport=httpx2.MockTransport(answer))
    found: list[LiveEvent] = []
    with client, pytest.raises(RefusedError):
        found.extend(client.stream())
    return found


def test_a_stream_that_stood_once_outlasts_any_outage(slept: list[float]) -> None:
    asked: list[Any] = []
    answers: Answers = [told("begin", "A"), *[away] * 20, refusing(503), refusing(429), told("begin", "B")]
    assert [event.type for event in events_of(answers, asked)] == ["A", "B"]
    assert (asked[0], set(asked[1:-1]), asked[-1]) == (None, {"A"}, "B")
    assert len(slept) == len(answers)
    assert max(slept) == LONGEST_PAUSE_S


def test_a_stream_that_never_began_is_given_up(slept: list[float]) -> None:
    with pytest.raises(UnreachableError):
        events_of([away] * 10, [])


def test_pauses_have_an_end() -> None:
    assert pause_s(100_000, "") == LONGEST_PAUSE_S
