"""What routes take from a request besides its body: the shared parts, who is asking, and headers with a meaning."""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Depends, Header, Query, Request
from starlette.requests import HTTPConnection

from tickwheel.command_api import queries
from tickwheel.command_api.access import Action, Identity
from tickwheel.command_api.orders import Order
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem

_VERSION = re.compile(r"\d+")
KEY_LENGTH = 255
KEY_PATTERN = r"^[\x20-\x7e]*$"
KEY_MEANING = "The same key again within an hour is the same request and gets the same answer."


async def parts_of(request: HTTPConnection) -> Parts:
    # async, like every dependency here: a plain function would be sent through a thread for each request.
    parts: Parts = request.app.state.parts
    return parts


PartsOf = Annotated[Parts, Depends(parts_of)]


async def admit(request: HTTPConnection, action: Action) -> Identity:
    """Who is asking, if they may do this."""
    door = (await parts_of(request)).door
    found = await door.identify(request)
    if not found.may(action):
        raise Problem(403, "forbidden", f"expected {found.name} to be allowed to {action}, but they are not")
    await door.limit(request, found, action)
    if found.kind != "session":  # the address of a page may carry more than its list knows
        queries.check(request)
    return found


def allowed(action: Action) -> Callable[..., Awaitable[Identity]]:
    async def identity(request: Request) -> Identity:
        return await admit(request, action)

    return identity


Viewer = Annotated[Identity, Depends(allowed("view"))]
Operator = Annotated[Identity, Depends(allowed("operate"))]

KeyHeader = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=KEY_LENGTH,
        pattern=KEY_PATTERN,
        description=KEY_MEANING,
    ),
]


async def _manage(request: Request, key: KeyHeader = "") -> Order:
    return await _order(request, "manage", key)


async def _operate(request: Request, key: KeyHeader = "") -> Order:
    return await _order(request, "operate", key)


async def _run(request: Request, key: KeyHeader = "") -> Order:
    return await _order(request, "run", key)


def written_by_hand(body: dict[str, Any]) -> dict[str, Any]:
    """What OpenAPI says of a route that reads its request itself, because it carries the load."""
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "maxLength": KEY_LENGTH, "pattern": KEY_PATTERN},
        "description": KEY_MEANING,
    }
    return {
        "parameters": [key],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
    }


async def order_of(request: Request, action: Action) -> Order:
    """For a route that reads its headers itself."""
    key = request.headers.get("idempotency-key", "")
    if len(key) > KEY_LENGTH or not (key.isascii() and key.isprintable()):
        raise Problem(
            422, "invalid", f"expected up to {KEY_LENGTH} printable characters", field="Idempotency-Key"
        )
    return await _order(request, action, key)


async def _order(request: Request, action: Action, key: str) -> Order:
    identity = await admit(request, action)
    return Order(await parts_of(request), identity, key, f"{request.method} {request.scope['path']}")


ManageOrder = Annotated[Order, Depends(_manage)]
RunOrder = Annotated[Order, Depends(_run)]
OperateOrder = Annotated[Order, Depends(_operate)]


async def expected_version(
    if_match: Annotated[
        str,
        Header(
            pattern=r'^(\*|(W/)?"\d{1,9}(\.\d{1,18})?")?$',
            description='ETag of the version that is meant, as `"3"`; `*` for any.',
        ),
    ] = "",
) -> int:
    """The version that If-Match names; 0 for any."""
    found = _VERSION.search(if_match)
    return int(found[0]) if found else 0


ExpectedVersion = Annotated[int, Depends(expected_version)]

Offset = Annotated[
    str,
    Query(
        alias="min_offset",
        pattern=r"^(\d{1,6}:\d{1,18})?$",
        description="Offset token of a write: the read waits until the tables have passed it.",
    ),
]
