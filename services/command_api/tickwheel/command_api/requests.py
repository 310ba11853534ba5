"""What routes take from a request besides its body: the shared parts and who is asking."""

import secrets
from typing import Annotated

from fastapi import Depends, Request

from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem

BEARER = "Bearer "
ADMIN = "admin"


def parts_of(request: Request) -> Parts:
    parts: Parts = request.app.state.parts
    return parts


def actor_of(request: Request, parts: Annotated[Parts, Depends(parts_of)]) -> str:
    """Who is asking. Every route under /api/v1 needs a token."""
    given = request.headers.get("authorization", "")
    token = given.removeprefix(BEARER) if given.startswith(BEARER) else ""
    if parts.admin_token and secrets.compare_digest(token.encode(), parts.admin_token.encode()):
        return ADMIN
    raise Problem(401, "unauthorized", "expected a valid token: send `Authorization: Bearer <token>`")


PartsOf = Annotated[Parts, Depends(parts_of)]
Actor = Annotated[str, Depends(actor_of)]
