"""What routes take from a request besides its body: the shared parts, who is asking, and headers with a meaning."""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Header, Query, Request

from tickwheel.command_api.access import Action, Identity
from tickwheel.command_api.orders import Order
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem

_ETAG = re.compile(r'(?:W/)?"(?P<version>\d{1,9})(?:\.\d+)?"')
_TOKEN = re.compile(r"(?P<partition>\d{1,6}):(?P<offset>\d{1,18})")


def parts_of(request: Request) -> Parts:
    parts: Parts = request.app.state.parts
    return parts


PartsOf = Annotated[Parts, Depends(parts_of)]


def allowed(action: Action) -> Callable[..., Awaitable[Identity]]:
    """A dependency: who is asking, if they may do this."""

    async def identity(request: Request, parts: PartsOf) -> Identity:
        found = await parts.door.identify(request)
        if not found.may(action):
            raise Problem(
                403, "forbidden", f"expected {found.name} to be allowed to {action}, but they are not"
            )
        await parts.door.limit(request, found, action)
        return found

    return identity


Viewer = Annotated[Identity, Depends(allowed("view"))]
Runner = Annotated[Identity, Depends(allowed("run"))]
Manager = Annotated[Identity, Depends(allowed("manage"))]
Operator = Annotated[Identity, Depends(allowed("operate"))]

KeyHeader = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=255,
        pattern=r"^[\x20-\x7e]*$",
        description="The same key again within an hour is the same command and gets the same answer.",
    ),
]


async def _manage(request: Request, identity: Manager, parts: PartsOf, key: KeyHeader = "") -> Order:
    return Order(parts, identity, key, f"{request.method} {request.url.path}")


async def _run(request: Request, identity: Runner, parts: PartsOf, key: KeyHeader = "") -> Order:
    return Order(parts, identity, key, f"{request.method} {request.url.path}")


ManageOrder = Annotated[Order, Depends(_manage)]
RunOrder = Annotated[Order, Depends(_run)]


def expected_version(
    if_match: Annotated[
        str, Header(description='ETag of the version that is meant, as `"3"`.', max_length=64)
    ] = "",
) -> int:
    """The version that If-Match names; 0 for any."""
    if if_match in ("", "*"):
        return 0
    found = _ETAG.fullmatch(if_match)
    if found is None:
        raise Problem(422, "invalid", 'If-Match: write the ETag of the job, as "3"', field="If-Match")
    return int(found["version"])


ExpectedVersion = Annotated[int, Depends(expected_version)]

Offset = Annotated[
    str,
    Query(
        alias="min_offset",
        pattern=r"^(\d{1,6}:\d{1,18})?$",
        description="Offset token of a write: the read waits until the tables have passed it.",
    ),
]


def place_of(token: str) -> tuple[int, int] | None:
    """(partition, offset) of a token."""
    found = _TOKEN.fullmatch(token)
    return None if found is None else (int(found["partition"]), int(found["offset"]))
