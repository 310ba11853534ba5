"""Signing in with an identity provider."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest
from joserfc.jwk import RSAKey
from tests.integration.api.alone import Served, add_user, served
from tests.integration.api.identity_provider import CLIENT, IdentityProvider
from tests.integration.api.people import COOKIE, PASSWORD

LOGIN, CALLBACK = "/api/auth/oidc/login", "/api/auth/oidc/callback"
WAYS = "/api/auth/ways"


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider() as provider:
        yield provider


@pytest.fixture
async def here(database: str, provider: IdentityProvider) -> AsyncIterator[Served]:
    settings = {
        "oidc_issuer": provider.issuer,
        "oidc_client_id": CLIENT,
        "oidc_redirect_url": f"http://tickwheel.test{CALLBACK}",
    }
    async with served(database, **settings) as found:
        yield found


async def sign_in(here: Served, provider: IdentityProvider, **claims: Any) -> httpx2.Response:
    there = (await here.http.get(LOGIN)).headers["location"]
    return await here.http.get(CALLBACK, params=provider.approve(there, **claims))


async def test_a_person_comes_back_with_a_session(here: Served, provider: IdentityProvider) -> None:
    back = await sign_in(here, provider, email="ada@example.org", groups=["tickwheel-admins"])
    assert (back.status_code, "samesite=strict" in back.headers["set-cookie"].lower()) == (200, True)
    me = (await here.http.get("/api/auth/me")).json()
    assert (me["name"], me["role"], me["kind"]) == ("ada@example.org", "admin", "session")


async def test_the_role_is_what_the_provider_says_today(here: Served, provider: IdentityProvider) -> None:
    await sign_in(here, provider, email="ada@example.org", groups=["tickwheel-admins"])
    await sign_in(here, provider, email="ada@example.org", groups=["others"])
    assert (await here.http.get("/api/auth/me")).json()["role"] == "user"


async def test_a_name_that_is_somebody_elses_gives_no_session(
    here: Served, provider: IdentityProvider
) -> None:
    add_user(here.pool, "ada@example.org", PASSWORD)
    refused = await sign_in(here, provider, email="ada@example.org")
    assert (refused.status_code, COOKIE in here.http.cookies) == (409, False)


@pytest.mark.parametrize(
    "forged",
    [
        {"iss": "https://evil.example"},
        {"aud": "another client"},
        {"nonce": "of another attempt"},
        {"exp": 1},
        {"key": RSAKey.generate_key(2048, {"kid": "one"})},
        {"email": "no name at all"},
        {"email_verified": False},
    ],
    ids=lambda forged: next(iter(forged)),
)
async def test_a_token_that_is_not_for_us_is_refused(
    here: Served, provider: IdentityProvider, forged: dict[str, Any]
) -> None:
    refused = await sign_in(here, provider, **{"email": "ada@example.org", **forged})
    assert (refused.status_code, COOKIE in here.http.cookies) == (401, False)


async def test_the_answer_to_somebody_elses_attempt_is_refused(
    here: Served, provider: IdentityProvider
) -> None:
    theirs = provider.approve((await here.http.get(LOGIN)).headers["location"], email="eve@example.org")
    await here.http.get(LOGIN)
    assert (await here.http.get(CALLBACK, params=theirs)).status_code == 401
    assert (await here.http.get(CALLBACK, params={**theirs, "state": "\u00e9"})).status_code == 401
    here.http.cookies.clear()
    assert (await here.http.get(CALLBACK, params=theirs)).status_code == 401


async def test_without_a_provider_there_is_no_such_page(database: str) -> None:
    async with served(database) as here:
        assert (await here.http.get(LOGIN)).status_code == 404
        assert (await here.http.get(WAYS)).json() == {"password": True, "provider": False}


async def test_who_has_not_signed_in_is_told_of_the_provider(here: Served) -> None:
    assert (await here.http.get(WAYS)).json() == {"password": True, "provider": True}
