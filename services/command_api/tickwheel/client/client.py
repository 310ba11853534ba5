"""The client that waits: every method is one request; its answer is the API's, as a typed dict."""

import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import httpx2

from tickwheel.client import outcome
from tickwheel.client.address import Address, find_address
from tickwheel.client.answers import Page
from tickwheel.client.call import ATTEMPTS, KEY, WORTH_ANOTHER_TRY, Answer, Call, pause_s
from tickwheel.client.errors import RefusedError
from tickwheel.client.live import LiveEvent, LiveLines
from tickwheel.client.operations import Operations

TIMEOUT_S = 30.0
SILENCE_S = 60.0
"""A stream says something every 15 s; one that is silent for so long is cut off."""


Item = TypeVar("Item")


class Client(Operations):
    """`with Client() as tickwheel:`. Finds the stack that `tickwheel dev` runs here, or what the environment names."""

    def __init__(self, address: Address | None = None) -> None:
        self.address = address or find_address()
        self._http = httpx2.Client(
            base_url=f"{self.address.api}/api/v1",
            headers={"Authorization": f"Bearer {self.address.token}"},
            timeout=TIMEOUT_S,
        )

    def every(self, fetch: Callable[..., Page[Item]], **query: Any) -> Iterator[Item]:
        """All items of a list, page by page: `every(client.list_jobs, status="PAUSED")`."""
        page = fetch(**query)
        while True:
            yield from page["items"]
            if not page.get("next"):
                return
            page = fetch(**query | {"cursor": page["next"]})

    def stream(self, channels: Sequence[str] = ("jobs", "executions")) -> Iterator[LiveEvent]:
        """What happens from now on, for ever. A connection that breaks is made again and goes on where it stood."""
        lines = LiveLines()
        failures = 0
        while True:
            try:
                for event in self._stream_once(channels, lines):
                    failures = 0
                    yield event
            except httpx2.TransportError as error:
                failures += 1
                if not lines.goes_on(failures):
                    raise outcome.unreachable(self.address, error) from error
            except RefusedError as refused:
                failures += 1
                if not lines.goes_on(failures, refused.status):
                    raise
            time.sleep(pause_s(max(1, failures), ""))

    def send(self, call: Call[Answer]) -> Answer:
        """Send it until it is answered; a write with the same key each time."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer = self._http.request(
                    call.method, call.path, params=call.params, json=call.json, headers=call.headers
                )
            except httpx2.TransportError as error:
                if attempt == ATTEMPTS:
                    raise outcome.unreachable(self.address, error) from error
                time.sleep(pause_s(attempt, ""))
                continue
            if answer.status_code in WORTH_ANOTHER_TRY and attempt < ATTEMPTS:
                time.sleep(pause_s(attempt, answer.headers.get("retry-after", "")))
                continue
            break
        return cast("Answer", outcome.body_of(answer.status_code, answer.content, call.headers.get(KEY, "")))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _stream_once(self, channels: Sequence[str], lines: LiveLines) -> Iterator[LiveEvent]:
        params = {"channels": ",".join(channels)}
        with self._http.stream(
            "GET", "/stream", params=params, headers=dict(lines.headers()), timeout=SILENCE_S
        ) as answer:
            if answer.is_error:
                content = answer.read()
                outcome.body_of(answer.status_code, content)
            for line in answer.iter_lines():
                event = lines.feed(line)
                if event is not None:
                    yield event
