"""Live, as a WebSocket: the same messages as the stream, on channels that may change while it is open."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.live import channels
from tickwheel.command_api.live.subscription import Subscription
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem

router = APIRouter()

KIND = "websocket"
ALIVE_EVERY_S = 15.0
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013


class _Wish(msgspec.Struct, frozen=True):
    """What a client may say."""

    subscribe: list[str] = []
    unsubscribe: list[str] = []


@router.websocket("/ws")
async def live(socket: WebSocket) -> None:
    """Say {"subscribe": ["jobs", "job:<id>"]}; hear {"id", "type", "channels", "data"}."""
    parts: Parts = socket.app.state.parts
    try:
        subscription = await _admit(socket, parts)
    except Problem as problem:
        await socket.close(POLICY, problem.code)
        return
    await socket.accept()
    try:
        await _serve(socket, parts, subscription)
    finally:
        parts.hub.close(subscription, KIND)


async def _admit(socket: WebSocket, parts: Parts) -> Subscription:
    """A browser sends the cookie to us for any page that asks, so the page must be ours."""
    origin = socket.headers.get("origin", "")
    if origin and urlsplit(origin).netloc != socket.headers.get("host", ""):
        raise Problem(403, "cross_site", "expected a page of this host")
    identity = await parts.door.identify(socket)
    if not identity.may("view"):
        raise Problem(403, "forbidden", "expected to be allowed to view")
    names = socket.query_params.get("channels", "").split(",")
    subscription = Subscription(identity, channels.read(parts, names))
    parts.hub.open(subscription, KIND)
    try:
        subscription.knows_own(await run_in_threadpool(channels.own_jobs, parts, identity))
    except BaseException:
        parts.hub.close(subscription, KIND)
        raise
    return subscription


async def _serve(socket: WebSocket, parts: Parts, subscription: Subscription) -> None:
    tasks = {
        asyncio.create_task(_speak(socket, subscription)),
        asyncio.create_task(_listen(socket, parts, subscription)),
    }
    done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    results = await asyncio.gather(*done, *left, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
            raise result


async def _speak(socket: WebSocket, subscription: Subscription) -> None:
    while not subscription.ended:
        taken = await subscription.take(ALIVE_EVERY_S)
        for one in taken:
            await socket.send_text(one.as_json().decode())
        if not taken and not subscription.ended:
            await socket.send_text('{"type":"alive"}')
    await socket.close(TRY_LATER if subscription.ended == "slow" else GOING_AWAY, subscription.ended)


async def _listen(socket: WebSocket, parts: Parts, subscription: Subscription) -> None:
    while True:
        said = await socket.receive_text()
        try:
            wish = msgspec.json.decode(said, type=_Wish)
            subscription.channels |= channels.read(parts, wish.subscribe)
            subscription.channels -= channels.read(parts, wish.unsubscribe)
            answer: dict[str, Any] = {"type": "subscribed", "channels": sorted(subscription.channels)}
        except msgspec.MsgspecError as error:
            answer = {"type": "error", "detail": str(error)}
        except Problem as problem:
            answer = {"type": "error", "detail": problem.detail}
        await socket.send_text(msgspec.json.encode(answer).decode())
