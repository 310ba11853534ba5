"""Sessions in the API's tables: 24 hours from the last request, ended by signing out."""

from tickwheel.command_api.access import Identity
from tickwheel.command_api.accounts.secret_text import digest, fresh_session
from tickwheel.command_api.reads.rows import one_row
from tickwheel.runtime.postgres.connect import Pool

HOURS = 24
_ADD = """
INSERT INTO tickwheel_api.sessions (session_hash, user_id, address, agent) VALUES (%s, %s, %s, %s)
"""
_FIND = f"""
SELECT u.name, u.role, s.session_id::text AS session_id, s.last_seen_at < now() - interval '1 minute' AS idle
FROM tickwheel_api.sessions s JOIN tickwheel_api.users u USING (user_id)
WHERE s.session_hash = %s AND u.disabled_at IS NULL AND s.last_seen_at > now() - interval '{HOURS} hours'
"""  # noqa: S608 - our own number
_SEEN = "UPDATE tickwheel_api.sessions SET last_seen_at = now() WHERE session_hash = %s"
_END = "DELETE FROM tickwheel_api.sessions WHERE session_hash = %s"
_END_OLD = f"DELETE FROM tickwheel_api.sessions WHERE last_seen_at < now() - interval '{HOURS} hours'"  # noqa: S608


def begin(pool: Pool, user_id: str, address: str, agent: str, before: str) -> str:
    """A new secret at every sign-in; the one that the browser came with ends, whoever planted it."""
    secret = fresh_session()
    with pool.connection() as connection, connection.transaction():
        connection.execute(_END, (digest(before),))
        connection.execute(_END_OLD.encode())
        connection.execute(_ADD, (digest(secret), user_id, address, agent[:255]))
    return secret


def find(pool: Pool, secret: str) -> Identity | None:
    row = one_row(pool, _FIND, (digest(secret),))
    if row is None:
        return None
    if row["idle"]:
        with pool.connection() as connection:
            connection.execute(_SEEN, (digest(secret),))
    return Identity(row["name"], row["role"], "session", key=row["session_id"])


def end(pool: Pool, secret: str) -> None:
    with pool.connection() as connection:
        connection.execute(_END, (digest(secret),))
