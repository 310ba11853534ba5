"""Signing in with an identity provider: OpenID Connect, authorization code with PKCE. Knows nothing of users or sessions."""

import base64
import hashlib
import secrets
from typing import Any
from urllib.parse import urlencode

import httpx2
import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from tickwheel.command_api.problems import Problem
from tickwheel.runtime.settings.groups import ApiGroup

TIMEOUT_S = 10.0
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
"""Signatures with public keys only: `none` and shared secrets are refused."""


class Attempt(msgspec.Struct, frozen=True):
    """What the browser keeps between leaving for the provider and coming back."""

    state: str
    nonce: str
    verifier: str


class Person(msgspec.Struct, frozen=True):
    subject: str
    """Issuer and the provider's own id: a name may change hands, this does not."""
    name: str
    is_admin: bool


class Provider:
    def __init__(self, settings: ApiGroup) -> None:
        self._settings = settings
        self._found: dict[str, Any] | None = None
        self._keys: KeySet | None = None

    @property
    def is_used(self) -> bool:
        return bool(self._settings.oidc_issuer)

    async def leave(self) -> tuple[Attempt, str]:
        """What to remember, and the address to send the browser to."""
        attempt = Attempt(*(secrets.token_urlsafe(32) for _ in range(3)))
        challenge = hashlib.sha256(attempt.verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self._settings.oidc_client_id,
            "redirect_uri": self._settings.oidc_redirect_url,
            "scope": "openid email profile",
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return attempt, f"{(await self._discovered())['authorization_endpoint']}?{urlencode(asked)}"

    async def return_with(self, attempt: Attempt, code: str, state: str) -> Person:
        """Who came back, as the provider signed it."""
        if not secrets.compare_digest(attempt.state.encode(), state.encode()):
            raise _refused("the answer belongs to another attempt")
        token = await self._exchange(code, attempt.verifier)
        claims = await self._claims(token, attempt.nonce)
        if claims.get("email_verified") is False:
            raise _refused("the provider has not verified the address")
        name = str(claims.get(self._settings.oidc_name_claim, ""))
        groups = claims.get(self._settings.oidc_admin_claim, [])
        held = groups if isinstance(groups, list) else [groups]
        subject = f"{self._settings.oidc_issuer} {claims['sub']}"
        return Person(subject, name, self._settings.oidc_admin_value in held)

    async def _exchange(self, code: str, verifier: str) -> str:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._settings.oidc_redirect_url,
            "client_id": self._settings.oidc_client_id,
            "client_secret": self._settings.oidc_client_secret.get_secret_value(),
            "code_verifier": verifier,
        }
        said = {name: value for name, value in form.items() if value}
        found = await _fetch("POST", (await self._discovered())["token_endpoint"], said)
        return str(found.get("id_token", ""))

    async def _claims(self, token: str, nonce: str) -> dict[str, Any]:
        expected = jwt.JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True, "value": self._settings.oidc_issuer},
            aud={"essential": True, "value": self._settings.oidc_client_id},
            nonce={"essential": True, "value": nonce},
            exp={"essential": True},
            sub={"essential": True},
        )
        try:
            decoded = await self._decoded(token)
            expected.validate(decoded.claims)
        except (JoseError, ValueError) as error:
            raise _refused(f"its signature or its claims are wrong ({error})") from error
        return dict(decoded.claims)

    async def _decoded(self, token: str) -> jwt.Token:
        """Providers change their keys: look once more before refusing."""
        if self._keys is not None:
            try:
                return jwt.decode(token, self._keys, algorithms=ALGORITHMS)
            except (JoseError, ValueError):
                self._keys = None
        found = await _fetch("GET", (await self._discovered())["jwks_uri"])
        self._keys = KeySet.import_key_set({"keys": found["keys"]})
        return jwt.decode(token, self._keys, algorithms=ALGORITHMS)

    async def _discovered(self) -> dict[str, Any]:
        if self._found is None:
            issuer = self._settings.oidc_issuer.rstrip("/")
            found = await _fetch("GET", f"{issuer}/.well-known/openid-configuration")
            if found.get("issuer") != self._settings.oidc_issuer:
                raise _refused("it calls itself by another name than TICKWHEEL_API_OIDC_ISSUER")
            self._found = found
        return self._found


async def _fetch(method: str, url: str, form: dict[str, str] | None = None) -> dict[str, Any]:
    try:
        async with httpx2.AsyncClient(timeout=TIMEOUT_S) as http:
            answer = await http.request(method, url, data=form)
            answer.raise_for_status()
            found = answer.json()
    except (httpx2.HTTPError, ValueError) as error:
        raise Problem(
            503, "provider_unavailable", f"the identity provider did not answer: {error}"
        ) from error
    if not isinstance(found, dict):
        raise _refused("its answer is no object")
    return found


def _refused(why: str) -> Problem:
    return Problem(401, "sign_in_failed", f"expected the identity provider to vouch for you, but {why}")
