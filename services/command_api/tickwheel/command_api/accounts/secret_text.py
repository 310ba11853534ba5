"""Secrets that are stored as hashes: session cookies and tokens. They are long and random, so a plain hash is enough."""

import hashlib
import hmac
import secrets

TOKEN_PREFIX = "tw_"  # noqa: S105 - lets people and secret scanners see what it is


def fresh_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def fresh_session() -> str:
    return secrets.token_urlsafe(32)


def digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def csrf_of(session: str) -> str:
    """What a page must send back in a header: it follows from the cookie, which another site cannot read."""
    return hmac.new(session.encode(), b"csrf", hashlib.sha256).hexdigest()
