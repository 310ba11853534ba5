"""The client for asyncio: the same methods as `Client`, each to be awaited."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from types import TracebackType
from typing import Any, Self, cast

import httpx2

from tickwheel.client import outcome
from tickwheel.client.address import Address, find_address
from tickwheel.client.answers import Page
from tickwheel.client.call import ATTEMPTS, KEY, WORTH_ANOTHER_TRY, Answer, Call, pause_s
from tickwheel.client.client import SILENCE_S, TIMEOUT_S, Item
from tickwheel.client.errors import RefusedError
from tickwheel.client.live import LiveEvent, LiveLines
from tickwheel.client.operations import Operations


class AsyncClient(Operations):
    """`async with AsyncClient() as tickwheel:`."""

    def __init__(self, address: Address | None = None) -> None:
        self.address = address or find_address()
        self._http = httpx2.AsyncClient(
            base_url=f"{self.address.api}/api/v1",
            headers={"Authorization": f"Bearer {self.address.token}"},
            timeout=TIMEOUT_S,
        )

    async def every(
        self, fetch: Callable[..., Coroutine[Any, Any, Page[Item]]], **query: Any
    ) -> AsyncGenerator[Item, None]:
        """All items of a list, page by page: `every(client.list_jobs, status="PAUSED")`."""
        page = await fetch(**query)
        while True:
            for item in page["items"]:
                yield item
            if not page.get("next"):
                return
            page = await fetch(**query | {"cursor": page["next"]})

    async def stream(
        self, channels: Sequence[str] = ("jobs", "executions")
    ) -> AsyncGenerator[LiveEvent, None]:
        """What happens from now on, for ever. A connection that breaks is made again and goes on where it stood."""
        lines = LiveLines()
        failures = 0
        while True:
            try:
                async for event in self._stream_once(channels, lines):
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
            await asyncio.sleep(pause_s(max(1, failures), ""))

    async def send(self, call: Call[Answer]) -> Answer:
        """Send it until it is answered; a write with the same key each time."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer = await self._http.request(
                    call.method, call.path, params=call.params, json=call.json, headers=call.headers
                )
            except httpx2.TransportError as error:
                if attempt == ATTEMPTS:
                    raise outcome.unreachable(self.address, error) from error
                await asyncio.sleep(pause_s(attempt, ""))
                continue
            if answer.status_code in WORTH_ANOTHER_TRY and attempt < ATTEMPTS:
                await asyncio.sleep(pause_s(attempt, answer.headers.get("retry-after", "")))
                continue
            break
        return cast("Answer", outcome.body_of(answer.status_code, answer.content, call.headers.get(KEY, "")))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _stream_once(
        self, channels: Sequence[str], lines: LiveLines
    ) -> AsyncGenerator[LiveEvent, None]:
        params = {"channels": ",".join(channels)}
        async with self._http.stream(
            "GET", "/stream", params=params, headers=dict(lines.headers()), timeout=SILENCE_S
        ) as answer:
            if answer.is_error:
                content = await answer.aread()
                outcome.body_of(answer.status_code, content)
            async for line in answer.aiter_lines():
                event = lines.feed(line)
                if event is not None:
                    yield event
