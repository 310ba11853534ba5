"""Lets callers in: finds out who they are, and whether they come too often. The only place that looks at credentials."""

import asyncio
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
PATIENCE_S = 1.0
"""So long somebody who is known waits for being looked up again: Postgres may be going away."""
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
        self._looks: dict[str, asyncio.Task[Identity | None]] = {}
        """One look for all requests of a caller that come meanwhile."""
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

    async def is_still_welcome(self, request: HTTPConnection, identity: Identity) -> bool:
        """For streams, which outlast sessions, tokens and roles. While Postgres is away nobody is put out."""
        try:
            return await self.identify(request) == identity
        except Problem:
            return False
        except OUTAGES:
            return True

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
        """Something was revoked: look everybody up again, and believe nobody who is being looked up."""
        self._known.clear()
        self._looks.clear()

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
        look = self._looks.get(secret)
        if look is None:
            look = self._looks[secret] = asyncio.create_task(self._look_up(secret, find))
            look.add_done_callback(lambda done: self._seen(secret, done))
        may_be_stale = known is not None and now_s - known.at_s < STALE_S
        await asyncio.wait((look,), timeout=PATIENCE_S if may_be_stale else None)
        if known is not None and may_be_stale and (not look.done() or isinstance(look.exception(), OUTAGES)):
            return known.identity
        return look.result()

    async def _look_up(self, secret: str, find: Callable[[Pool, str], Identity | None]) -> Identity | None:
        began_s = self._clock.monotonic()
        identity = await run_in_threadpool(find, self._pool, secret)
        if self._looks.get(secret) is not asyncio.current_task():
            return identity
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        if identity is None:
            self._known.pop(secret, None)
        else:
            self._known[secret] = _Known(identity, began_s)
        return identity

    def _seen(self, secret: str, look: "asyncio.Task[Identity | None]") -> None:
        if self._looks.get(secret) is look:
            del self._looks[secret]
        if not look.cancelled():
            look.exception()  # told to those who wait, if any still does


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
