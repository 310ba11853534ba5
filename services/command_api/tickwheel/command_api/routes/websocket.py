"""Live, as a WebSocket: the same messages as the stream, on channels that may change while it is open."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from tickwheel.command_api.live import channels
from tickwheel.command_api.live.subscription import ALIVE_EVERY_S, CHANNELS_AT_MOST, Subscription
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem

router = APIRouter()

KIND = "websocket"
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
CLOSED_WITH = {"slow": TRY_LATER, "signed_out": POLICY}


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
    now = parts.hub.open(subscription, KIND)
    try:
        subscription.knows_own(await channels.own_jobs(parts, identity, now))
    except BaseException:
        parts.hub.close(subscription, KIND)
        raise
    return subscription


async def _serve(socket: WebSocket, parts: Parts, subscription: Subscription) -> None:
    tasks = {
        asyncio.create_task(_speak(socket, subscription)),
        asyncio.create_task(_watch(socket, parts, subscription)),
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
    await socket.close(CLOSED_WITH.get(subscription.ended, GOING_AWAY), subscription.ended)


async def _watch(socket: WebSocket, parts: Parts, subscription: Subscription) -> None:
    """Ends the stream of somebody who may not listen any more. Never ends by itself: that would end the socket."""
    while True:
        await asyncio.sleep(ALIVE_EVERY_S)
        if not await parts.door.is_still_welcome(socket, subscription.identity):
            subscription.end("signed_out")


async def _listen(socket: WebSocket, parts: Parts, subscription: Subscription) -> None:
    while True:
        said = await socket.receive()
        if said["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(said.get("code", GOING_AWAY))
        answer = _answer(said.get("text"), parts, subscription)
        await socket.send_text(msgspec.json.encode(answer).decode())


def _answer(text: str | None, parts: Parts, subscription: Subscription) -> dict[str, Any]:
    if text is None:
        return {"type": "error", "detail": "expected text, but it is binary"}
    try:
        wish = msgspec.json.decode(text, type=_Wish)
        wanted = subscription.channels | channels.read(parts, wish.subscribe)
        wanted -= channels.read(parts, wish.unsubscribe)
    except Problem as problem:
        return {"type": "error", "detail": problem.detail}
    except (msgspec.MsgspecError, RecursionError) as error:
        return {"type": "error", "detail": str(error)}
    if len(wanted) > CHANNELS_AT_MOST:
        return {"type": "error", "detail": f"expected at most {CHANNELS_AT_MOST} channels on one socket"}
    subscription.channels = wanted
    return {"type": "subscribed", "channels": sorted(wanted)}
