"""Signing in and out."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.access import ALLOWED, Identity
from tickwheel.command_api.accounts import sessions, users
from tickwheel.command_api.accounts.secret_text import csrf_of
from tickwheel.command_api.bodies import Body
from tickwheel.command_api.door import COOKIE
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, ProblemDocument
from tickwheel.command_api.requests import PartsOf
from tickwheel.command_api.shapes import accounts as shape

router = APIRouter(prefix="/api/auth", tags=["auth"])

PER_ADDRESS = 10
"""One address may try so many times as many logins as one name: an office shares an address."""
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDocument} for status in (400, 401, 403, 422, 429, 503)
}


class Login(Body):
    name: str = Field(min_length=1, max_length=100)
    password: str = Field(min_length=1, max_length=1_000)


@router.get("/ways", response_model=shape.WaysIn)
async def ways(parts: PartsOf) -> Response:
    """How people can sign in here. Nobody has to be signed in to ask."""
    return JSONResponse({"password": True, "provider": parts.oidc.is_used})


@router.post("/login", response_model=shape.Me, responses=PROBLEMS)
async def login(body: Login, request: Request, parts: PartsOf) -> Response:
    """Sign in. The answer sets the session cookie and tells the CSRF token."""
    address = request.client.host if request.client else ""
    per_minute = parts.settings.login_per_minute
    rates = parts.door.rates
    await rates.limit_person(f"login-from/{address}", per_minute * PER_ADDRESS)
    await rates.limit_person(f"login/{body.name}/{address}", per_minute)
    async with parts.turnstile.passed():
        user_id = await run_in_threadpool(users.with_password, parts.pool, body.name, body.password)
    if user_id is None:
        raise Problem(401, "wrong_password", "expected the name and password of a user, but they are not")
    secret = await run_in_threadpool(
        sessions.begin,
        parts.pool,
        user_id,
        address,
        request.headers.get("user-agent", ""),
        request.cookies.get(COOKIE, ""),
    )
    parts.door.forget()
    found = await run_in_threadpool(sessions.find, parts.pool, secret)
    if found is None:
        raise Problem(401, "wrong_password", "expected a user who is not disabled")
    answer = JSONResponse(_document(found, csrf_of(secret)))
    set_cookie(answer, secret, parts)
    return answer


@router.post("/logout", response_model=shape.SignedOut, responses=PROBLEMS)
async def logout(request: Request, parts: PartsOf) -> Response:
    """Sign out: the session is gone, here and everywhere."""
    await parts.door.identify(request)
    await run_in_threadpool(sessions.end, parts.pool, request.cookies.get(COOKIE, ""))
    parts.door.forget()
    answer = JSONResponse({"signed_out": True})
    answer.delete_cookie(
        COOKIE, path="/", secure=parts.settings.secure_cookies, httponly=True, samesite="strict"
    )
    return answer


@router.get("/me", response_model=shape.Me, responses=PROBLEMS)
async def me(request: Request, parts: PartsOf) -> Response:
    """Who is asking, and what they may do."""
    found = await parts.door.identify(request)
    session = request.cookies.get(COOKIE, "") if found.kind == "session" else ""
    answer = JSONResponse(_document(found, csrf_of(session) if session else ""))
    if session:
        set_cookie(answer, session, parts)
    return answer


def _document(identity: Identity, csrf: str) -> dict[str, object]:
    return {
        "name": identity.name,
        "role": identity.role,
        "kind": identity.kind,
        "may": sorted(ALLOWED[identity.role] & identity.scopes),
        "csrf_token": csrf,
    }


def set_cookie(answer: Response, secret: str, parts: Parts) -> None:
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=sessions.HOURS * 3_600,
        path="/",
        secure=parts.settings.secure_cookies,
        httponly=True,
        samesite="strict",
    )
