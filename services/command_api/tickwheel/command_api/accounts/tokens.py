"""API tokens in the API's tables."""

from datetime import datetime

from tickwheel.command_api.access import Action, Identity
from tickwheel.command_api.accounts.secret_text import digest, fresh_token
from tickwheel.command_api.reads.rows import Row, all_rows, one_row, row_of
from tickwheel.runtime.postgres.connect import Connection, Pool

_ADD = """
INSERT INTO tickwheel_api.tokens (token_hash, name, user_id, scopes, created_by, expires_at)
SELECT %s, %s, user_id, %s, %s, %s FROM tickwheel_api.users WHERE name = %s
RETURNING token_id, name, scopes, created_at, expires_at
"""
_ALL = """
SELECT t.token_id, t.name, u.name AS user_name, t.scopes, t.created_at, t.created_by, t.expires_at, t.last_used_at, t.revoked_at
FROM tickwheel_api.tokens t JOIN tickwheel_api.users u USING (user_id) ORDER BY t.created_at DESC
"""
_FIND = """
UPDATE tickwheel_api.tokens t SET last_used_at = now()
FROM tickwheel_api.users u
WHERE u.user_id = t.user_id AND t.token_hash = %s AND t.revoked_at IS NULL AND u.disabled_at IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > now())
RETURNING u.name, u.role, t.scopes, t.token_id::text AS token_id
"""
_REVOKE = """
UPDATE tickwheel_api.tokens SET revoked_at = coalesce(revoked_at, now()) WHERE token_id = %s RETURNING token_id
"""


def add(
    connection: Connection, name: str, user: str, scopes: list[Action], by: str, expires_at: datetime | None
) -> Row | None:
    """The token stands in the answer, and nowhere else: it is not stored. None if there is no such user."""
    secret = fresh_token()
    row = row_of(connection, _ADD, (digest(secret), name, list(scopes), by, expires_at, user))
    return None if row is None else row | {"token": secret}


def everything(pool: Pool) -> list[Row]:
    return all_rows(pool, _ALL)


def find(pool: Pool, secret: str) -> Identity | None:
    row = one_row(pool, _FIND, (digest(secret),))
    if row is None:
        return None
    return Identity(row["name"], row["role"], "token", frozenset(row["scopes"]), row["token_id"])


def revoke(connection: Connection, token_id: str) -> bool:
    return row_of(connection, _REVOKE, (token_id,)) is not None
