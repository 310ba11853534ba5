"""Lets callers in: finds out who they are, and whether they come too often. The only place that looks at credentials."""

import secrets

from fastapi import Request

from tickwheel.command_api.access import Action, Identity
from tickwheel.command_api.problems import Problem

BEARER = "bearer "


class Door:
    def __init__(self, bootstrap_token: str) -> None:
        self._bootstrap_token = bootstrap_token.encode()

    async def identify(self, request: Request) -> Identity:
        given = request.headers.get("authorization", "")
        token = given[len(BEARER) :] if given.lower().startswith(BEARER) else ""
        if self._bootstrap_token and secrets.compare_digest(token.encode(), self._bootstrap_token):
            return Identity("admin", "admin", "bootstrap")
        raise Problem(
            401,
            "unauthorized",
            "expected a valid token: send `Authorization: Bearer <token>`",
            headers={"WWW-Authenticate": "Bearer"},
        )

    async def limit(self, request: Request, identity: Identity, action: Action) -> None:
        """Refuse those who come more often than they may."""
