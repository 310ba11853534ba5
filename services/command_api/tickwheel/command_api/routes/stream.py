"""Live, as server-sent events: resumes exactly where the client stood."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents
from tickwheel.command_api.live import catching_up, channels, positions
from tickwheel.command_api.live.message import LiveMessage
from tickwheel.command_api.live.subscription import ALIVE_EVERY_S, Subscription
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.requests import PartsOf, Viewer

router = APIRouter(tags=["live"])

KIND = "sse"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    media_type = "text/event-stream"


@router.get(
    "/stream", response_class=EventStream, responses=documents.documented(410, model=str)["responses"]
)
async def stream(
    request: Request,
    parts: PartsOf,
    viewer: Viewer,
    channel: Annotated[
        list[str] | None, Query(alias="channels", description="jobs, executions, workers, job:<id>")
    ] = None,
    last_event_id: Annotated[str, Header(max_length=positions.LONGEST)] = "",
) -> StreamingResponse:
    """Follow what happens. With Last-Event-ID the stream goes on exactly where it was cut off."""
    names = [name for given in channel or ["jobs", "executions"] for name in given.split(",")]
    subscription = Subscription(viewer, channels.read(parts, names))
    stood = positions.read(last_event_id, parts.partitions)
    now = parts.hub.open(subscription, KIND)
    try:
        subscription.knows_own(await channels.own_jobs(parts, viewer, now))
        missed: list[LiveMessage] = []
        if stood:
            async with parts.hub.resuming:
                missed = await run_in_threadpool(catching_up.missed, parts, subscription, stood, now)
    except BaseException:
        parts.hub.close(subscription, KIND)
        raise
    told = _told(request, parts, subscription, missed, positions.as_text(now))
    return EventStream(told, headers=HEADERS)


async def _told(
    request: Request, parts: Parts, subscription: Subscription, missed: list[LiveMessage], at: str
) -> AsyncIterator[bytes]:
    """First what was missed, then where the stream begins: whoever is cut off after it can resume, too."""
    try:
        yield b"".join(one.as_sse() for one in missed)
        yield b"id: %b\nevent: begin\ndata: {}\n\n" % at.encode()
        looked_s = parts.clock.monotonic()
        while not subscription.ended:
            taken = await subscription.take(ALIVE_EVERY_S)
            if parts.clock.monotonic() - looked_s >= ALIVE_EVERY_S:
                looked_s = parts.clock.monotonic()
                if not await parts.door.is_still_welcome(request, subscription.identity):
                    subscription.end("signed_out")
                    taken = []
            yield b"".join(one.as_sse() for one in taken) if taken else b": still here\n\n"
        yield b'event: end\ndata: {"reason":"%b"}\n\n' % subscription.ended.encode()
    finally:
        parts.hub.close(subscription, KIND)
