"""Lets callers in: finds out who they are, and whether they come too often. The only place that looks at credentials."""

import secrets
from collections.abc import Callable

import msgspec
import psycopg
import psycopg_pool
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from tickwheel.command_api.access import Action, Identity
from tickwheel.command_api.accounts import sessions, tokens
from tickwheel.command_api.accounts.rates import Rates
from tickwheel.command_api.accounts.secret_text import csrf_of
from tickwheel.command_api.problems import Problem
from tickwheel.runtime import logs
from tickwheel.runtime.clock import Clock
from tickwheel.runtime.postgres.connect import Pool
from tickwheel.runtime.settings.groups import ApiGroup

BEARER = "bearer "
COOKIE = "tickwheel_session"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")
FRESH_S = 5.0
"""A caller who was let in is not looked up again for so long: a revoked token dies within it."""
STALE_S = 600.0
"""While Postgres is down, those who were let in before still are, so that commands go on."""
REMEMBERED = 10_000
OUTAGES = (psycopg.OperationalError, psycopg_pool.PoolTimeout)

log = logs.logger(__name__)


class _Known(msgspec.Struct, frozen=True):
    identity: Identity
    at_s: float


class Door:
    def __init__(self, settings: ApiGroup, pool: Pool, clock: Clock) -> None:
        self._settings = settings
        self._bootstrap = settings.admin_token.get_secret_value().encode()
        self._pool = pool
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self.rates = Rates(pool, clock)

    async def identify(self, request: HTTPConnection) -> Identity:
        given = request.headers.get("authorization", "")
        if given.lower().startswith(BEARER):
            return await self._by_token(given[len(BEARER) :].strip())
        session = request.cookies.get(COOKIE, "")
        if session:
            identity = await self._remembered(session, sessions.find)
            if identity is not None:
                _check_csrf(request, session)
                return identity
        raise _unknown()

    async def limit(self, request: HTTPConnection, identity: Identity, action: Action) -> None:
        """Refuse those who come more often than they may."""
        if identity.kind != "session":
            self.rates.count_program(identity.key or identity.name, self._settings.token_per_minute)
            return
        word, per_minute = self._limit_of(request, action)
        try:
            await self.rates.limit_person(f"{word}/{identity.name}/{identity.key}", per_minute)
        except OUTAGES as fault:
            log.warning("Nobody is counted while Postgres is away", fault=str(fault).strip())

    def forget(self) -> None:
        """Something was revoked: look everybody up again."""
        self._known.clear()

    def _limit_of(self, request: HTTPConnection, action: Action) -> tuple[str, int]:
        settings = self._settings
        if action == "view":
            return "read", settings.read_per_minute
        if action == "run":
            return "trigger", settings.trigger_per_minute
        if action == "manage" and request.scope.get("method") == "POST" and _creates(request.url.path):
            return "create", settings.create_per_minute
        return "admin", settings.admin_per_minute

    async def _by_token(self, token: str) -> Identity:
        if self._bootstrap and secrets.compare_digest(token.encode(), self._bootstrap):
            return Identity("admin", "admin", "bootstrap")
        identity = await self._remembered(token, tokens.find)
        if identity is None:
            raise _unknown()
        return identity

    async def _remembered(self, secret: str, find: Callable[[Pool, str], Identity | None]) -> Identity | None:
        now_s = self._clock.monotonic()
        known = self._known.get(secret)
        if known is not None and now_s - known.at_s < FRESH_S:
            return known.identity
        try:
            identity = await run_in_threadpool(find, self._pool, secret)
        except OUTAGES:
            if known is not None and now_s - known.at_s < STALE_S:
                return known.identity
            raise
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        if identity is None:
            self._known.pop(secret, None)
        else:
            self._known[secret] = _Known(identity, now_s)
        return identity


def _creates(path: str) -> bool:
    return path.endswith(("/jobs", "/jobs:batch"))


def _check_csrf(request: HTTPConnection, session: str) -> None:
    """Only for cookies, which browsers send by themselves; a token in a header is never sent unasked."""
    if request.scope.get("method", "GET") in SAFE:
        return
    given = request.headers.get(CSRF_HEADER, "")
    if not secrets.compare_digest(given.encode(), csrf_of(session).encode()):
        raise Problem(
            403, "csrf", "expected the header X-CSRF-Token to hold what /api/auth/me tells: send it along"
        )


def _unknown() -> Problem:
    return Problem(
        401,
        "unauthorized",
        "expected a valid token or session: send `Authorization: Bearer <token>`, or sign in",
        headers={"WWW-Authenticate": "Bearer"},
    )
