"""Passwords: argon2id. Slow on purpose (about 30 ms), so never on the event loop, and logins are limited."""

import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MEMORY_KIB = 19 * 1024
SHORTEST = 10

_hasher = PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1)


@cache
def nobodys() -> str:
    """Verified when there is no such user, so that the answer takes as long as for one who is there."""
    return _hasher.hash(secrets.token_urlsafe(16))


def hashed(password: str) -> str:
    return _hasher.hash(password)


def is_right(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def fresh() -> str:
    """A password that nobody has chosen."""
    return secrets.token_urlsafe(15)
