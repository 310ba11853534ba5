"""Signing in with an identity provider. Off unless TICKWHEEL_API_OIDC_ISSUER is set."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from tickwheel.command_api.accounts import sessions, users
from tickwheel.command_api.accounts.oidc import Attempt
from tickwheel.command_api.door import COOKIE
from tickwheel.command_api.parts import Parts
from tickwheel.command_api.problems import Problem, ProblemDocument, not_found
from tickwheel.command_api.requests import PartsOf
from tickwheel.command_api.routes.auth import PER_ADDRESS, set_cookie

router = APIRouter(prefix="/api/auth/oidc", tags=["auth"])

ATTEMPT = "tickwheel_oidc"
ATTEMPT_S = 600
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDocument} for status in (401, 404, 409, 422, 429, 503)
}
LEAVE: dict[int | str, dict[str, Any]] = {302: {"description": "To the identity provider."}, **PROBLEMS}
HOME = '<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Tickwheel</title><a href="/">Go on</a>'
"""Not a redirect: a browser that comes from the provider would not send the strict cookie along with it."""


@router.get("/login", status_code=302, response_class=RedirectResponse, responses=LEAVE)
async def leave(request: Request, parts: PartsOf) -> Response:
    """Go to the identity provider."""
    _check_used(parts)
    address = request.client.host if request.client else ""
    per_minute = parts.settings.login_per_minute
    await parts.door.rates.limit_person(f"oidc/{address}", per_minute * PER_ADDRESS)
    attempt, there = await parts.oidc.leave()
    answer = RedirectResponse(there, 302)
    answer.set_cookie(
        ATTEMPT,
        f"{attempt.state}.{attempt.nonce}.{attempt.verifier}",
        max_age=ATTEMPT_S,
        path=router.prefix,
        secure=parts.settings.secure_cookies,
        httponly=True,
        samesite="lax",  # it must come along when the provider sends the browser back
    )
    return answer


@router.get("/callback", response_class=HTMLResponse, responses=PROBLEMS)
async def come_back(
    request: Request,
    parts: PartsOf,
    code: Annotated[str, Query(max_length=4_000)] = "",
    state: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Come back from the identity provider with a session. People who were never here are made users."""
    _check_used(parts)
    person = await parts.oidc.return_with(_attempt(request), code, state)
    address = request.client.host if request.client else ""
    user_id = await run_in_threadpool(users.with_subject, parts.pool, person)
    agent, before = request.headers.get("user-agent", ""), request.cookies.get(COOKIE, "")
    secret = await run_in_threadpool(sessions.begin, parts.pool, user_id, address, agent, before)
    parts.door.forget()
    answer = HTMLResponse(HOME)
    answer.delete_cookie(ATTEMPT, path=router.prefix)
    set_cookie(answer, secret, parts)
    return answer


def _attempt(request: Request) -> Attempt:
    held = request.cookies.get(ATTEMPT, "").split(".")
    if len(held) != 3:
        raise Problem(401, "sign_in_failed", "expected the cookie of an attempt: begin again")
    return Attempt(*held)


def _check_used(parts: Parts) -> None:
    if not parts.oidc.is_used:
        raise not_found("an identity provider", "here")
