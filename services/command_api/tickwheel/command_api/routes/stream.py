"""Live, as server-sent events: resumes exactly where the client stood."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api import documents
from tickwheel.command_api.live import catching_up, channels, positions
from tickwheel.command_api.live.message import LiveMessage
from tickwheel.command_api.live.subscription import Subscription
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.requests import PartsOf, Viewer

router = APIRouter(tags=["live"])

KIND = "sse"
ALIVE_EVERY_S = 15.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    media_type = "text/event-stream"


@router.get(
    "/stream", response_class=EventStream, responses=documents.documented(410, model=str)["responses"]
)
async def stream(
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
        subscription.knows_own(await run_in_threadpool(channels.own_jobs, parts, viewer))
        missed = await run_in_threadpool(catching_up.missed, parts, subscription, stood, now) if stood else []
    except BaseException:
        parts.hub.close(subscription, KIND)
        raise
    return EventStream(_told(parts, subscription, missed, positions.as_text(now)), headers=HEADERS)


async def _told(
    parts: Parts, subscription: Subscription, missed: list[LiveMessage], at: str
) -> AsyncIterator[bytes]:
    """First what was missed, then where the stream begins: whoever is cut off after it can resume, too."""
    try:
        yield b"".join(one.as_sse() for one in missed)
        yield b"id: %b\nevent: begin\ndata: {}\n\n" % at.encode()
        while not subscription.ended:
            taken = await subscription.take(ALIVE_EVERY_S)
            yield b"".join(one.as_sse() for one in taken) if taken else b": still here\n\n"
        yield b'event: end\ndata: {"reason":"%b"}\n\n' % subscription.ended.encode()
    finally:
        parts.hub.close(subscription, KIND)
